import { boxMean } from './blur.js';
import { give, take } from './scratch.js';

/** Three planes of one picture, sRGB 0..1. */
export type Planes = readonly [Float32Array, Float32Array, Float32Array];

/** Local linear models: target ≈ a·colour + b. Can be enlarged and applied to a finer picture. */
export interface LinearModels {
  a: Planes;
  b: Float32Array;
}

/**
 * Colour guided filter (He, Sun, Tang 2013): fits the target by the colours in each window. Follows edges and single hairs
 * that a grey guide cannot tell from the background.
 */
export function guidedModels(
  guide: Planes,
  target: Float32Array,
  width: number,
  height: number,
  radius: number,
  eps: number,
): LinearModels {
  const mean = (plane: Float32Array): Float32Array => boxMean(plane, width, height, radius);
  const n = width * height;
  const product = take(n);
  const meanOfProduct = (p: Float32Array, q: Float32Array): Float32Array => {
    for (let i = 0; i < n; i++) product[i] = p[i]! * q[i]!;
    return mean(product);
  };
  const [r, g, b] = guide;
  const mr = mean(r);
  const mg = mean(g);
  const mb = mean(b);
  const mt = mean(target);
  const rt = meanOfProduct(r, target);
  const gt = meanOfProduct(g, target);
  const bt = meanOfProduct(b, target);
  const rr = meanOfProduct(r, r);
  const rg = meanOfProduct(r, g);
  const rb = meanOfProduct(r, b);
  const gg = meanOfProduct(g, g);
  const gb = meanOfProduct(g, b);
  const bb = meanOfProduct(b, b);
  for (let i = 0; i < n; i++) {
    const vr = mr[i]!;
    const vg = mg[i]!;
    const vb = mb[i]!;
    const vt = mt[i]!;
    const crr = rr[i]! - vr * vr + eps;
    const crg = rg[i]! - vr * vg;
    const crb = rb[i]! - vr * vb;
    const cgg = gg[i]! - vg * vg + eps;
    const cgb = gb[i]! - vg * vb;
    const cbb = bb[i]! - vb * vb + eps;
    const ir = cgg * cbb - cgb * cgb;
    const ig = crb * cgb - crg * cbb;
    const ib = crg * cgb - crb * cgg;
    const det = crr * ir + crg * ig + crb * ib;
    const tr = rt[i]! - vr * vt;
    const tg = gt[i]! - vg * vt;
    const tb = bt[i]! - vb * vt;
    const ar = (ir * tr + ig * tg + ib * tb) / det;
    const ag = (ig * tr + (crr * cbb - crb * crb) * tg + (crb * crg - crr * cgb) * tb) / det;
    const ab = (ib * tr + (crb * crg - crr * cgb) * tg + (crr * cgg - crg * crg) * tb) / det;
    rt[i] = ar;
    gt[i] = ag;
    bt[i] = ab;
    product[i] = vt - ar * vr - ag * vg - ab * vb;
  }
  const models: LinearModels = { a: [mean(rt), mean(gt), mean(bt)], b: mean(product) };
  give(product, mr, mg, mb, mt, rt, gt, bt, rr, rg, rb, gg, gb, bb);
  return models;
}

/** Evaluates the models on the guide they were fitted to, or on one of the same size. */
export function applyModels(models: LinearModels, guide: Planes): Float32Array {
  const out = take(models.b.length);
  const [ar, ag, ab] = models.a;
  for (let i = 0; i < out.length; i++)
    out[i] = ar[i]! * guide[0][i]! + ag[i]! * guide[1][i]! + ab[i]! * guide[2][i]! + models.b[i]!;
  return out;
}

/** Returns a model's buffers for reuse. */
export const giveModels = (models: LinearModels): void => give(...models.a, models.b);
