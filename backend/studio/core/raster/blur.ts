import { give, take } from './scratch.js';

/** Three box widths whose repeated average comes close to a Gaussian of this sigma (in pixels). */
function boxRadii(sigma: number): number[] {
  const ideal = Math.sqrt((12 * sigma * sigma) / 3 + 1);
  let low = Math.floor(ideal);
  if (low % 2 === 0) low--;
  const many = Math.round((12 * sigma * sigma - 3 * low * low - 12 * low - 9) / (-4 * low - 4));
  return [0, 1, 2].map((i) => ((i < many ? low : low + 2) - 1) / 2);
}

/** Gaussian blur (three box passes, edges renormalised). Returns a new scratch buffer; the source stays. */
export function blur(source: Float32Array, width: number, height: number, sigma: number): Float32Array {
  const out = take(source.length);
  out.set(source);
  if (sigma < 0.3) return out;
  for (const radius of boxRadii(sigma)) if (radius > 0) boxInPlace(out, width, height, radius);
  return out;
}

/** Mean over a (2r+1)² window, cut at the edges. Returns a new scratch buffer. */
export function boxMean(source: Float32Array, width: number, height: number, radius: number): Float32Array {
  const out = take(source.length);
  out.set(source);
  if (radius > 0) boxInPlace(out, width, height, radius);
  return out;
}

function boxInPlace(data: Float32Array, width: number, height: number, radius: number): void {
  const rows = take(data.length);
  boxRows(data, rows, width, height, Math.min(radius, width - 1));
  boxColumns(rows, data, width, height, Math.min(radius, height - 1));
  give(rows);
}

function boxRows(source: Float32Array, target: Float32Array, width: number, height: number, r: number): void {
  for (let y = 0; y < height; y++) {
    const base = y * width;
    let sum = 0;
    for (let x = 0; x <= r; x++) sum += source[base + x]!;
    let count = r + 1;
    for (let x = 0; x < width; x++) {
      target[base + x] = sum / count;
      const enter = x + r + 1;
      const leave = x - r;
      if (enter < width) {
        sum += source[base + enter]!;
        count++;
      }
      if (leave >= 0) {
        sum -= source[base + leave]!;
        count--;
      }
    }
  }
}

/** Whole rows at a time: walking down columns would miss the cache at every step. */
function boxColumns(source: Float32Array, target: Float32Array, width: number, height: number, r: number): void {
  const sum = new Float64Array(width);
  for (let y = 0; y <= r; y++) for (let x = 0, i = y * width; x < width; x++, i++) sum[x]! += source[i]!;
  let count = r + 1;
  for (let y = 0; y < height; y++) {
    const scale = 1 / count;
    for (let x = 0, i = y * width; x < width; x++, i++) target[i] = sum[x]! * scale;
    const enter = y + r + 1;
    const leave = y - r;
    if (enter < height) {
      for (let x = 0, i = enter * width; x < width; x++, i++) sum[x]! += source[i]!;
      count++;
    }
    if (leave >= 0) {
      for (let x = 0, i = leave * width; x < width; x++, i++) sum[x]! -= source[i]!;
      count--;
    }
  }
}
