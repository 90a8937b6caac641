import { give, take } from './scratch.js';

interface Axis {
  first: Int32Array;
  count: Int32Array;
  weight: Float32Array;
  span: number;
}

/** Weights for averaging the source pixels under each target pixel; becomes linear interpolation when enlarging. Edges repeat. */
function axis(from: number, length: number, target: number, limit: number): Axis {
  const step = length / target;
  const support = Math.max(1, step);
  const span = Math.ceil(support * 2) + 2;
  const first = new Int32Array(target);
  const count = new Int32Array(target);
  const weight = new Float32Array(target * span);
  for (let t = 0; t < target; t++) {
    const centre = from + (t + 0.5) * step - 0.5;
    const low = Math.ceil(centre - support);
    const high = Math.floor(centre + support);
    const start = Math.min(limit - 1, Math.max(0, low));
    const end = Math.min(limit - 1, Math.max(0, high));
    first[t] = start;
    count[t] = end - start + 1;
    let total = 0;
    for (let s = low; s <= high; s++) {
      const w = Math.max(0, 1 - Math.abs(s - centre) / support);
      weight[t * span + Math.min(end, Math.max(start, s)) - start]! += w;
      total += w;
    }
    for (let k = 0; k < count[t]!; k++) weight[t * span + k]! /= total;
  }
  return { first, count, weight, span };
}

/** A rectangle in the source's pixels; may be fractional and may leave the picture (edges repeat). */
export interface Region {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Resamples a plane, or a region of it, to a new size without ringing: plain averages for whole factors, linear when enlarging,
 * a triangle filter in between. Returns a scratch buffer.
 */
export function resample(
  source: Float32Array,
  width: number,
  height: number,
  targetWidth: number,
  targetHeight: number,
  region?: Region,
): Float32Array {
  if (!region) {
    const factor = Math.ceil(width / targetWidth);
    if (factor > 1 && Math.ceil(width / factor) === targetWidth && Math.ceil(height / factor) === targetHeight) {
      return shrinkBy(factor, source, width, height, targetWidth, targetHeight);
    }
    if (targetWidth >= width && targetHeight >= height)
      return enlarge(source, width, height, targetWidth, targetHeight);
  }
  return filter(source, width, height, targetWidth, targetHeight, region ?? { x: 0, y: 0, width, height });
}

/** Averages blocks; blocks cut by the far edges average what they have. */
function shrinkBy(
  factor: number,
  source: Float32Array,
  width: number,
  height: number,
  targetWidth: number,
  targetHeight: number,
): Float32Array {
  const out = take(targetWidth * targetHeight);
  const whole = Math.floor(width / factor);
  for (let y = 0; y < targetHeight; y++) {
    const row = y * targetWidth;
    out.fill(0, row, row + targetWidth);
    const lines = Math.min(factor, height - y * factor);
    for (let k = 0; k < lines; k++) {
      let from = (y * factor + k) * width;
      for (let x = 0; x < whole; x++) {
        let sum = 0;
        for (let j = 0; j < factor; j++) sum += source[from++]!;
        out[row + x]! += sum;
      }
      if (whole < targetWidth) {
        let sum = 0;
        for (let j = whole * factor; j < width; j++) sum += source[from++]!;
        out[row + whole]! += (sum * factor) / (width - whole * factor);
      }
    }
    const scale = 1 / (lines * factor);
    for (let x = 0; x < targetWidth; x++) out[row + x]! *= scale;
  }
  return out;
}

/** Linear interpolation between pixel centres. */
function enlarge(
  source: Float32Array,
  width: number,
  height: number,
  targetWidth: number,
  targetHeight: number,
): Float32Array {
  const out = take(targetWidth * targetHeight);
  const left = new Int32Array(targetWidth);
  const share = new Float32Array(targetWidth);
  for (let x = 0; x < targetWidth; x++) {
    const at = Math.min(width - 1, Math.max(0, ((x + 0.5) * width) / targetWidth - 0.5));
    left[x] = Math.min(Math.floor(at), Math.max(0, width - 2));
    share[x] = at - left[x]!;
  }
  const mixed = new Float32Array(width + 1);
  for (let y = 0; y < targetHeight; y++) {
    const at = Math.min(height - 1, Math.max(0, ((y + 0.5) * height) / targetHeight - 0.5));
    const top = Math.min(Math.floor(at), Math.max(0, height - 2));
    const t = at - top;
    const a = top * width;
    const b = Math.min(height - 1, top + 1) * width;
    for (let x = 0; x < width; x++) mixed[x] = source[a + x]! + (source[b + x]! - source[a + x]!) * t;
    mixed[width] = mixed[width - 1]!;
    const row = y * targetWidth;
    for (let x = 0; x < targetWidth; x++) {
      const l = left[x]!;
      out[row + x] = mixed[l]! + (mixed[l + 1]! - mixed[l]!) * share[x]!;
    }
  }
  return out;
}

function filter(
  source: Float32Array,
  width: number,
  height: number,
  targetWidth: number,
  targetHeight: number,
  region: Region,
): Float32Array {
  const horizontal = axis(region.x, region.width, targetWidth, width);
  const vertical = axis(region.y, region.height, targetHeight, height);
  const middle = take(targetWidth * height);
  const top = vertical.first[0]!;
  const bottom = vertical.first[targetHeight - 1]! + vertical.count[targetHeight - 1]!;
  for (let y = top; y < bottom; y++) {
    for (let x = 0; x < targetWidth; x++) {
      const from = y * width + horizontal.first[x]!;
      const w = x * horizontal.span;
      let sum = 0;
      for (let k = 0; k < horizontal.count[x]!; k++) sum += source[from + k]! * horizontal.weight[w + k]!;
      middle[y * targetWidth + x] = sum;
    }
  }
  const out = take(targetWidth * targetHeight);
  for (let y = 0; y < targetHeight; y++) {
    const row = out.subarray(y * targetWidth, (y + 1) * targetWidth);
    row.fill(0);
    for (let k = 0; k < vertical.count[y]!; k++) {
      const w = vertical.weight[y * vertical.span + k]!;
      if (w === 0) continue;
      const from = (vertical.first[y]! + k) * targetWidth;
      for (let x = 0; x < targetWidth; x++) row[x]! += middle[from + x]! * w;
    }
  }
  give(middle);
  return out;
}
