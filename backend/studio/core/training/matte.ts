import { blur } from '../raster/blur.js';
import { applyModels, giveModels, guidedModels, type LinearModels, type Planes } from '../raster/guided-filter.js';
import { clamp, smoothstep } from '../raster/numbers.js';
import { resample } from '../raster/resample.js';
import { give, take } from '../raster/scratch.js';
import { addAttached } from './attached.js';
import { fitColourModel, giveModel, mixAt, quarter, type ColourMix, type ColourModel } from './colour-model.js';

/** What the matte is refined from. Planes at full resolution, the probability at half; it goes on where the photo has ended. */
export interface MatteInput {
  rgb: Planes;
  valid: Float32Array;
  width: number;
  height: number;
  probability: Float32Array;
  /** Forehead to chin in pixels, and the row of the eyes. */
  faceHeight: number;
  eyeLine: number;
}

/** Refines the coarse person probability to an alpha matte (0..1, full resolution) with hair-fine edges where the colours allow it. */
export function refineMatte(input: MatteInput): Float32Array {
  const { width, height } = input;
  const probability = input.probability.slice();
  const hw = width / 2;
  const hh = height / 2;
  const unit = input.faceHeight / 460;
  const half = input.rgb.map((plane) => resample(plane, width, height, hw, hh)) as unknown as Planes;
  addAttached({ rgb: half, probability, width: hw, height: hh, faceHeight: input.faceHeight / 2 });
  const coarse = alignToEdges(half, probability, hw, hh, unit);
  const probabilityFull = resample(probability, hw, hh, width, height);
  const colours = coloursAround(input, unit);
  const alpha = decideByColour(input, coarse, probabilityFull, colours);
  give(coarse);
  giveModel(colours);
  polish(input, half, alpha, probabilityFull, unit);
  give(...half, probabilityFull);
  return alpha;
}

/** Pulls the coarse mask's edge to the picture's edges. Half resolution. */
function alignToEdges(
  half: Planes,
  probability: Float32Array,
  width: number,
  height: number,
  unit: number,
): Float32Array {
  const models = guidedModels(half, probability, width, height, Math.max(1, Math.round(5 * unit)), 4e-4);
  const guided = applyModels(models, half);
  giveModels(models);
  const spread = blur(probability, width, height, 8 * unit);
  for (let i = 0; i < guided.length; i++) {
    const p = (clamp(guided[i]!, 0, 1) + probability[i]!) / 2;
    // Where the mask wavers over a wide place, half a person would look like a hole.
    const wide = 1 - smoothstep(0.04, 0.1, Math.abs(spread[i]! - probability[i]!));
    guided[i] = smoothstep(0.3 + 0.07 * wide, 0.8 - 0.22 * wide, p);
  }
  give(spread);
  return guided;
}

function coloursAround(input: MatteInput, unit: number): ColourModel {
  const { width, height } = input;
  const planes = input.rgb.map((plane) => quarter(plane, width, height)) as unknown as Planes;
  const valid = quarter(input.valid, width, height);
  const [qw, qh] = [Math.ceil(width / 4), Math.ceil(height / 4)];
  const probability = resample(input.probability, width / 2, height / 2, qw, qh);
  const variance = varianceWithin(input.rgb, width, height);
  const model = fitColourModel({ rgb: planes, variance, probability, valid, width: qw, height: qh, unit });
  give(...planes, valid, probability, variance);
  return model;
}

/** Variance of the brightness in each block of 4 × 4 pixels. */
function varianceWithin(rgb: Planes, width: number, height: number): Float32Array {
  const luma = take(width * height);
  for (let i = 0; i < luma.length; i++) luma[i] = 0.3 * rgb[0][i]! + 0.59 * rgb[1][i]! + 0.11 * rgb[2][i]!;
  const mean = quarter(luma, width, height);
  for (let i = 0; i < luma.length; i++) luma[i]! *= luma[i]!;
  const variance = quarter(luma, width, height);
  for (let i = 0; i < variance.length; i++) variance[i] = Math.max(0, variance[i]! - mean[i]! * mean[i]!);
  give(luma, mean);
  return variance;
}

/** In the undecided band the mix of colours replaces the coarse edge, as far as colours are reliable there. */
function decideByColour(
  input: MatteInput,
  coarse: Float32Array,
  probability: Float32Array,
  colours: ColourModel,
): Float32Array {
  const { rgb, valid, width, height } = input;
  const alpha = resample(coarse, width / 2, height / 2, width, height);
  const band = undecidedBand(input);
  const reach = reachOfBody(input);
  const detail = resample(colours.detail, colours.width, colours.height, width, height);
  const mix: ColourMix = { alpha: 0, reliability: 0 };
  for (let y = 0; y < height; y++) {
    // Lobes, necks and cloth are as smooth as any background.
    const belowHair = smoothstep(input.eyeLine, input.eyeLine + 0.12 * input.faceHeight, y);
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      if (band[i]! > 0.02) {
        mixAt(colours, (x - 1.5) / 4, (y - 1.5) / 4, rgb[0][i]!, rgb[1][i]!, rgb[2][i]!, mix);
        const share = 0.92 * mix.reliability * smoothstep(0.02, 0.3, band[i]!);
        alpha[i]! += (mix.alpha - alpha[i]!) * share;
        const rough = detail[i]! * (1 - belowHair);
        if (rough < 0) alpha[i]! *= 1 + rough;
        else alpha[i] = Math.max(alpha[i]!, rough * smoothstep(0.2, 0.5, probability[i]!));
      }
      const inside = smoothstep(0.62, 0.96, probability[i]!);
      const outside = smoothstep(0.06, 0.32, probability[i]!);
      alpha[i] = Math.max(alpha[i]! * outside, inside) * reach[i]! * valid[i]!;
    }
  }
  give(band, reach, detail);
  return alpha;
}

/**
 * 1 on the body and a hair's breadth around it, 0 beyond: tongues of background that hang on by a thread are cut off. The body is
 * the probable area without its thin parts; hands and arms have thin parts of their own, so below the chin all is allowed.
 */
function reachOfBody(input: MatteInput): Float32Array {
  const [hw, hh] = [input.width / 2, input.height / 2];
  const unit = input.faceHeight / 460;
  const body = take(hw * hh);
  for (let i = 0; i < body.length; i++) body[i] = input.probability[i]! > 0.5 ? 1 : 0;
  const sigma = 6 * unit;
  const eroded = blur(body, hw, hh, sigma);
  for (let i = 0; i < body.length; i++) body[i] = eroded[i]! > 0.9 ? 1 : 0;
  const dilated = blur(body, hw, hh, sigma);
  for (let i = 0; i < body.length; i++) body[i] = dilated[i]! > 0.1 ? 1 : 0;
  const near = blur(body, hw, hh, 5 * unit);
  const wide = blur(body, hw, hh, 11 * unit);
  const chin = (input.eyeLine + 0.62 * input.faceHeight) / 2;
  for (let y = 0; y < hh; y++) {
    const below = smoothstep(chin, chin + 0.12 * input.faceHeight, y);
    for (let x = 0; x < hw; x++) {
      const i = y * hw + x;
      const head = smoothstep(0.02, 0.16, near[i]!);
      near[i] = head + (smoothstep(0.02, 0.16, wide[i]!) - head) * below;
    }
  }
  const full = resample(near, hw, hh, input.width, input.height);
  give(body, eroded, dilated, near, wide);
  return full;
}

/** 1 where the probability is undecided, softly fading around; full resolution. */
function undecidedBand(input: MatteInput): Float32Array {
  const [hw, hh] = [input.width / 2, input.height / 2];
  const marked = take(hw * hh);
  for (let i = 0; i < marked.length; i++)
    marked[i] = input.probability[i]! > 0.03 && input.probability[i]! < 0.97 ? 1 : 0;
  const soft = blur(marked, hw, hh, Math.max(1, (2.5 * input.faceHeight) / 460));
  const band = resample(soft, hw, hh, input.width, input.height);
  give(marked, soft);
  return band;
}

/** Removes speckles along the edge and sets clear ends: a breath of alpha everywhere would show as haze. */
function polish(input: MatteInput, half: Planes, alpha: Float32Array, probability: Float32Array, unit: number): void {
  const { width, height } = input;
  const [hw, hh] = [width / 2, height / 2];
  const small = resample(alpha, width, height, hw, hh);
  const models = guidedModels(half, small, hw, hh, Math.max(1, Math.round(2 * unit)), 1.5e-4);
  const full = enlargeModels(models, hw, hh, width, height);
  for (let i = 0; i < alpha.length; i++) {
    const p = probability[i]!;
    let a = alpha[i]!;
    if (p > 0.01 && p < 0.995) {
      const smooth =
        full.a[0][i]! * input.rgb[0][i]! +
        full.a[1][i]! * input.rgb[1][i]! +
        full.a[2][i]! * input.rgb[2][i]! +
        full.b[i]!;
      a += (clamp(smooth, 0, 1) - a) * 0.6;
    }
    alpha[i] = clamp((a - 0.09) / 0.85, 0, 1) * input.valid[i]!;
  }
  giveModels(models);
  giveModels(full);
  give(small);
}

function enlargeModels(
  models: LinearModels,
  width: number,
  height: number,
  toWidth: number,
  toHeight: number,
): LinearModels {
  const enlarge = (plane: Float32Array): Float32Array => resample(plane, width, height, toWidth, toHeight);
  return { a: [enlarge(models.a[0]), enlarge(models.a[1]), enlarge(models.a[2])], b: enlarge(models.b) };
}
