/** Curves and noise out of which surfaces, hair and stone are shaped. */

export const clamp = (x: number, low: number, high: number): number => (x < low ? low : x > high ? high : x);

export const mix = (a: number, b: number, share: number): number => a + (b - a) * share;

/** 0 up to `from`, 1 beyond `to`, smooth between; `from` may be the larger one. */
export function smoothStep(from: number, to: number, x: number): number {
  const t = clamp((x - from) / (to - from), 0, 1);
  return t * t * (3 - 2 * t);
}

/** 1 at 0, falling to both sides; nearly gone at twice the width. */
export function bell(x: number, width: number): number {
  const q = x / width;
  return Math.exp(-q * q);
}

/** A row of round locks with soft grooves between them, about -0.8 to 0.25. A plain |sin| would draw black lines like a comb. */
export function ridges(phase: number): number {
  const s = Math.sin(phase);
  const g = Math.sqrt(s * s + 0.012);
  return 1.25 * (2 * g - g * g) - 1;
}

const TABLE = 4096;
const values = new Float32Array(TABLE);
let state = 12_345;
for (let i = 0; i < TABLE; i++) {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  values[i] = (state / 2 ** 32) * 2 - 1;
}

const at = (i: number, j: number, k: number): number =>
  values[((Math.imul(i, 73_856_093) ^ Math.imul(j, 19_349_663) ^ Math.imul(k, 83_492_791)) >>> 3) & (TABLE - 1)]!;

/** Smooth random values between -1 and 1, about one hill per unit of length; always the same. */
export function noise(x: number, y: number, z: number): number {
  const i = Math.floor(x);
  const j = Math.floor(y);
  const k = Math.floor(z);
  let u = x - i;
  let v = y - j;
  let w = z - k;
  u = u * u * (3 - 2 * u);
  v = v * v * (3 - 2 * v);
  w = w * w * (3 - 2 * w);
  const a = mix(at(i, j, k), at(i + 1, j, k), u);
  const b = mix(at(i, j + 1, k), at(i + 1, j + 1, k), u);
  const c = mix(at(i, j, k + 1), at(i + 1, j, k + 1), u);
  const d = mix(at(i, j + 1, k + 1), at(i + 1, j + 1, k + 1), u);
  return mix(mix(a, b, v), mix(c, d, v), w);
}
