import type { Resampling } from '../pictures.js';
import { partOf, type Raster } from './rgb.js';

/** Places between two pixels for which weights are kept: as many as in libvips, whose pictures these match to two levels. */
const PHASES = 64;
const LOBES = 3;

/** Rows or columns of a picture: `lines` times `length` runs of `run` bytes. */
interface Layout {
  lines: number;
  length: number;
  run: number;
}

/** How a line is read: source pixels for each target pixel, where the first lies, and the filter. */
interface Filter {
  step: number;
  start: number;
  points: number;
  weight(distance: number): number;
}

/** Resamples a picture as sharp does with its default kernel. */
export function resampleLanczos(picture: Raster, to: Resampling): Raster {
  const part = to.region ? partOf(picture, to.region) : picture;
  const { width, height, across, down } = sizeOf(part, to);
  const { channels } = part;
  const premultiplied = channels === 4 ? premultiply(part.data) : part.data;
  const columns = { lines: 1, length: part.height, run: part.width * channels };
  const rows = { lines: height, length: part.width, run: channels };
  // Enlarging overshoots at edges: what lies beyond black and white is cut off after it only.
  const tall = down < 1 ? enlarge(premultiplied, columns, height, down) : shrink(premultiplied, columns, height, down);
  const wide = across < 1 ? enlarge(tall, rows, width, across) : shrink(bytesOf(tall), rows, width, across);
  const bytes = bytesOf(wide);
  return { data: channels === 4 ? unpremultiply(bytes) : bytes, width, height, channels };
}

/** The target's size, and the source's pixels for each of the target's. */
function sizeOf(
  { width, height }: Raster,
  to: Resampling,
): { width: number; height: number; across: number; down: number } {
  const scale = to.width ? width / to.width : height / (to.height ?? height);
  const [across, down] = to.width && to.height ? [width / to.width, height / to.height] : [scale, scale];
  return {
    width: to.width ?? Math.round(width / scale),
    height: to.height ?? Math.round(height / scale),
    across,
    down,
  };
}

type Values = Uint8Array | Float32Array;

const bytesOf = (values: Values): Uint8Array =>
  values instanceof Uint8Array ? values : new Uint8Array(Uint8ClampedArray.from(values).buffer);

/** Starts half a pixel early, as libvips does. */
function enlarge(data: Values, layout: Layout, target: number, step: number): Float32Array {
  return filterFloats(data, layout, target, { step, start: -0.5, points: 4, weight: catmullRom });
}

function shrink(data: Uint8Array, layout: Layout, target: number, step: number): Uint8Array {
  if (step === 1) return data;
  const factor = Math.max(1, Math.floor(step / 2));
  const small = factor === 1 ? data : averageBlocks(data, layout, factor);
  const rest = step / factor;
  // A size that was rounded leaves or adds a little at both ends.
  const start = rest / 2 - 0.5 - (target * step - layout.length) / factor / 2;
  const points = 2 * Math.round(LOBES * rest) + 1;
  const filter = { step: rest, start, points, weight: (distance: number) => lanczos(distance / rest) };
  return filterBytes(small, { ...layout, length: Math.ceil(layout.length / factor) }, target, filter);
}

/** Averages whole blocks first, so that the filter stays short; the last block repeats the edge. */
function averageBlocks(data: Uint8Array, { lines, length, run }: Layout, factor: number): Uint8Array {
  const short = Math.ceil(length / factor);
  const out = new Uint8ClampedArray(lines * short * run);
  const sum = new Float32Array(run);
  for (let line = 0; line < lines; line++) {
    for (let t = 0; t < short; t++) {
      sum.fill(0);
      for (let j = 0; j < factor; j++) {
        const from = (line * length + Math.min(length - 1, t * factor + j)) * run;
        for (let k = 0; k < run; k++) sum[k]! += data[from + k]!;
      }
      const to = (line * short + t) * run;
      for (let k = 0; k < run; k++) out[to + k] = sum[k]! / factor;
    }
  }
  return new Uint8Array(out.buffer);
}

/** For each target pixel where its filter begins in a line, which may be outside, and the phase of its weights. */
function placesOf(target: number, { step, start, points }: Filter): { first: Int32Array; phase: Int32Array } {
  const [first, phase] = [new Int32Array(target), new Int32Array(target)];
  for (let t = 0; t < target; t++) {
    const at = start + t * step;
    const whole = Math.floor(at);
    first[t] = whole - (points >> 1) + 1;
    phase[t] = Math.round((at - whole) * PHASES);
  }
  return { first, phase };
}

const weightsOf = (filter: Filter): Float32Array[] =>
  Array.from({ length: PHASES + 1 }, (_, phase) => weightsAt(phase / PHASES, filter));

/** Sums in whole numbers with twelve binary places, as libvips does: more than twice as fast as in floats. */
const PLACES = 12;
const HALF = 1 << (PLACES - 1);

/** Weights in whole numbers, together exactly one. */
function wholeWeights(weights: Float32Array): Int32Array {
  const whole = Int32Array.from(weights, (weight) => Math.round(weight * (1 << PLACES)));
  whole[weights.length >> 1]! += (1 << PLACES) - whole.reduce((sum, weight) => sum + weight, 0);
  return whole;
}

function filterBytes(data: Uint8Array, layout: Layout, target: number, filter: Filter): Uint8Array {
  const weights = weightsOf(filter).map(wholeWeights);
  const { first, phase } = placesOf(target, filter);
  const { points } = filter;
  const { length, run } = layout;
  const offsets = new Int32Array(target * points);
  for (let t = 0; t < target; t++)
    for (let i = 0; i < points; i++) offsets[t * points + i] = Math.min(length - 1, Math.max(0, first[t]! + i)) * run;
  const out = new Uint8ClampedArray(layout.lines * target * run);
  const read = { offsets, phase, weights };
  if (layout.lines === 1) filterColumns(data, layout, target, read, out);
  else filterRows(data, layout, target, read, out);
  return new Uint8Array(out.buffer);
}

/** Where each target pixel reads: `points` offsets into a line, and which weights. */
interface Reading {
  offsets: Int32Array;
  phase: Int32Array;
  weights: Int32Array[];
}

/** One line of long runs: four runs are added at a time, so that sums are read and written seldom. */
function filterColumns(
  data: Uint8Array,
  { run }: Layout,
  target: number,
  { offsets, phase, weights }: Reading,
  out: Uint8ClampedArray,
): void {
  const points = offsets.length / target;
  const sums = new Int32Array(run);
  for (let t = 0; t < target; t++) {
    const weight = weights[phase[t]!]!;
    sums.fill(HALF);
    for (let i = 0; i < points; i += 4) {
      const offset = (k: number): number => offsets[t * points + Math.min(points - 1, i + k)]!;
      const [a, b, c, d] = [offset(0), offset(1), offset(2), offset(3)];
      const [v, w, x, y] = [weight[i]!, weight[i + 1] ?? 0, weight[i + 2] ?? 0, weight[i + 3] ?? 0];
      for (let k = 0; k < run; k++) {
        sums[k]! +=
          Math.imul(v, data[a + k]!) +
          Math.imul(w, data[b + k]!) +
          Math.imul(x, data[c + k]!) +
          Math.imul(y, data[d + k]!);
      }
    }
    for (let k = 0, to = t * run; k < run; k++, to++) out[to] = sums[k]! >> PLACES;
  }
}

/** Many lines of short runs. */
function filterRows(
  data: Uint8Array,
  { lines, length, run }: Layout,
  target: number,
  { offsets, phase, weights }: Reading,
  out: Uint8ClampedArray,
): void {
  const points = offsets.length / target;
  for (let line = 0, to = 0; line < lines; line++) {
    const begin = line * length * run;
    for (let t = 0; t < target; t++) {
      const weight = weights[phase[t]!]!;
      for (let k = 0; k < run; k++) {
        let sum = HALF;
        for (let i = 0, at = t * points; i < points; i++, at++)
          sum += Math.imul(weight[i]!, data[begin + k + offsets[at]!]!);
        out[to++] = sum >> PLACES;
      }
    }
  }
}

function filterFloats(data: Values, { lines, length, run }: Layout, target: number, filter: Filter): Float32Array {
  const { points } = filter;
  const weights = weightsOf(filter);
  const { first: firsts, phase } = placesOf(target, filter);
  const out = new Float32Array(lines * target * run);
  for (let line = 0; line < lines; line++) {
    for (let t = 0; t < target; t++) {
      const weight = weights[phase[t]!]!;
      const first = firsts[t]!;
      const to = (line * target + t) * run;
      for (let i = 0; i < points; i++) {
        const from = (line * length + Math.min(length - 1, Math.max(0, first + i))) * run;
        for (let k = 0; k < run; k++) out[to + k]! += weight[i]! * data[from + k]!;
      }
    }
  }
  return out;
}

/** The filter's weights for a place this far after a pixel; together 1. */
function weightsAt(offset: number, { points, weight }: Filter): Float32Array {
  const middle = offset + (points >> 1) - 1;
  const all = Float32Array.from({ length: points }, (_, i) => weight(i - middle));
  const total = all.reduce((sum, w) => sum + w, 0);
  return all.map((w) => w / total);
}

const sinc = (x: number): number => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));
const lanczos = (x: number): number => (Math.abs(x) >= LOBES ? 0 : sinc(x) * sinc(x / LOBES));

function catmullRom(x: number): number {
  const t = Math.abs(x);
  if (t < 1) return 1.5 * t ** 3 - 2.5 * t ** 2 + 1;
  return t < 2 ? -0.5 * t ** 3 + 2.5 * t ** 2 - 4 * t + 2 : 0;
}

function premultiply(rgba: Uint8Array): Uint8Array {
  const out = rgba.slice();
  for (let i = 0; i < out.length; i += 4) {
    const alpha = out[i + 3]! / 255;
    for (let c = 0; c < 3; c++) out[i + c] = rgba[i + c]! * alpha;
  }
  return out;
}

function unpremultiply(rgba: Uint8Array): Uint8Array {
  const out = rgba.slice();
  for (let i = 0; i < out.length; i += 4) {
    const alpha = out[i + 3]!;
    for (let c = 0; c < 3; c++) out[i + c] = alpha === 0 ? 0 : Math.min(255, (rgba[i + c]! * 255) / alpha);
  }
  return out;
}
