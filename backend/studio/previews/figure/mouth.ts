import { bell, clamp, smoothStep } from './curves.js';
import type { Sitter } from './sitter.js';

/** Height of the lips, their line, the groove above and the hollow below over the face; solids for lips would look like a shell. */
export function mouthRelief(x: number, ax: number, y: number, z: number, { mouth, lip }: Sitter): number {
  if (y >= -0.15 || y <= -0.42 || ax >= 0.17 || z <= 0.2) return 0;
  const t = ax / mouth;
  const inside = clamp(1 - t * t, 0, 1);
  const line = -0.279 - 0.004 * bell(x, 0.02) + 0.004 * bell(ax - 0.042, 0.025) + 0.004 * t * t;
  const v = y - line;
  let h = lip * (v > 0 ? upperLip(v, t, x, ax, inside) : lowerLip(-v, inside));
  h -= 0.0062 * bell(v, 0.0068) * (1 - smoothStep(0.9, 1.12, t));
  // Corner, hollow above the chin, groove below the nose and its two edges.
  h -= 0.0032 * bell(Math.sqrt((ax - mouth) * (ax - mouth) + v * v), 0.02);
  h -= 0.01 * bell(y + 0.352, 0.022) * bell(x, 0.06);
  h -= 0.0055 * bell(x, 0.011) * smoothStep(-0.262, -0.235, y) * (1 - smoothStep(-0.205, -0.18, y));
  h += 0.0025 * bell(ax - 0.019, 0.009) * smoothStep(-0.262, -0.24, y) * (1 - smoothStep(-0.21, -0.18, y));
  return h;
}

/** The small floors under both heights keep the corners from turning sharp. */
function upperLip(v: number, t: number, x: number, ax: number, inside: number): number {
  const bow = 1 - 0.16 * bell(x, 0.012) + 0.1 * bell(ax - 0.026, 0.016);
  const q = v / (0.031 * clamp(1 - t ** 1.7, 0, 1) ** 0.9 * bow + 0.005);
  return 0.0135 * inside ** 1.05 * (1 - Math.exp(-3.5 * q)) * (1 - smoothStep(0.4, 1.7, q));
}

function lowerLip(v: number, inside: number): number {
  const q = v / (0.041 * inside ** 0.75 + 0.004);
  return 0.0205 * inside ** 1.05 * (1 - Math.exp(-4 * q)) * (1 - smoothStep(0.3, 1.5, q));
}
