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

/** The window first grows, then moves, then shrinks: while it moves, as it does nearly always, there is no edge to look after. */
function boxRows(source: Float32Array, target: Float32Array, width: number, height: number, r: number): void {
  const shrinkAt = Math.max(r, width - r - 1);
  for (let y = 0; y < height; y++) {
    const base = y * width;
    let sum = 0;
    for (let i = base; i <= base + r; i++) sum += source[i]!;
    let count = r + 1;
    for (let x = 0; x < r; x++) {
      target[base + x] = sum / count;
      if (x + r + 1 >= width) continue;
      sum += source[base + x + r + 1]!;
      count++;
    }
    for (let i = base + r; i < base + shrinkAt; i++) {
      target[i] = sum / count;
      sum = sum + source[i + r + 1]! - source[i - r]!;
    }
    for (let i = base + shrinkAt; i < base + width; i++) {
      target[i] = sum / count;
      sum -= source[i - r]!;
      count--;
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
    const row = y * width;
    const enter = (y + r + 1) * width;
    const leave = (y - r) * width;
    const enters = y + r + 1 < height;
    const leaves = y - r >= 0;
    if (enters && leaves) {
      for (let x = 0; x < width; x++) {
        const own = sum[x]!;
        target[row + x] = own * scale;
        sum[x] = own + source[enter + x]! - source[leave + x]!;
      }
      continue;
    }
    for (let x = 0; x < width; x++) target[row + x] = sum[x]! * scale;
    if (enters) {
      for (let x = 0; x < width; x++) sum[x]! += source[enter + x]!;
      count++;
    }
    if (leaves) {
      for (let x = 0; x < width; x++) sum[x]! -= source[leave + x]!;
      count--;
    }
  }
}
