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
  // Enlarging overshoots at edges: what lies beyond black and white is cut off at the end only.
  const tall = down < 1 ? enlarge(premultiplied, columns, height, down) : shrink(premultiplied, columns, height, down);
  const wide = across < 1 ? enlarge(tall, rows, width, across) : shrink(tall, rows, width, across);
  const narrow = wide instanceof Uint8Array ? wide : new Uint8Array(Uint8ClampedArray.from(wide).buffer);
  return { data: channels === 4 ? unpremultiply(narrow) : narrow, width, height, channels };
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

/** Starts half a pixel early, as libvips does. */
function enlarge(data: Values, layout: Layout, target: number, step: number): Float32Array {
  return filterLines(data, layout, target, { step, start: -0.5, points: 4, weight: catmullRom });
}

function shrink(data: Values, layout: Layout, target: number, step: number): Values {
  if (step === 1) return data;
  const factor = Math.max(1, Math.floor(step / 2));
  const small = factor === 1 ? data : averageBlocks(data, layout, factor);
  const rest = step / factor;
  // A size that was rounded leaves or adds a little at both ends.
  const start = rest / 2 - 0.5 - (target * step - layout.length) / factor / 2;
  const points = 2 * Math.round(LOBES * rest) + 1;
  const filter = { step: rest, start, points, weight: (distance: number) => lanczos(distance / rest) };
  const found = filterLines(small, { ...layout, length: Math.ceil(layout.length / factor) }, target, filter);
  return new Uint8Array(Uint8ClampedArray.from(found).buffer);
}

/** Averages whole blocks first, so that the filter stays short; the last block repeats the edge. */
function averageBlocks(data: Values, { lines, length, run }: Layout, factor: number): Uint8Array {
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

function filterLines(data: Values, { lines, length, run }: Layout, target: number, filter: Filter): Float32Array {
  const { step, start, points } = filter;
  const weights = Array.from({ length: PHASES + 1 }, (_, phase) => weightsAt(phase / PHASES, filter));
  const out = new Float32Array(lines * target * run);
  for (let line = 0; line < lines; line++) {
    for (let t = 0; t < target; t++) {
      const at = start + t * step;
      const whole = Math.floor(at);
      const weight = weights[Math.round((at - whole) * PHASES)]!;
      const first = whole - (points >> 1) + 1;
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
