import { clamp } from './curves.js';
import { ellipsoid, softCarve, softCommon, softUnion } from './solids.js';

/** Backward tilt of the ear and how far it stands off the head. */
const TILT = { sin: 0.27, cos: 0.96 };
const OFF = { sin: Math.sin(0.3), cos: Math.cos(0.3) };

/** One ear; `x` is the distance from the middle of the head. */
export function ear(x: number, y: number, z: number): number {
  const ox = x - 0.283;
  const oy = y + 0.035;
  const oz = z + 0.055;
  const around = Math.sqrt(ox * ox + oy * oy + oz * oz);
  if (around > 0.3) return around - 0.17;
  // Seen from the side: `back` along the head, `up` along the ear, `out` away from the head.
  const up = oy * TILT.cos - oz * TILT.sin;
  const along = -(oz * TILT.cos + oy * TILT.sin);
  const out = ox * OFF.cos - along * OFF.sin;
  const back = along * OFF.cos + ox * OFF.sin;
  const high = up > 0 ? 0.118 : 0.125;
  const wide = up > 0 ? 0.074 : 0.074 - 0.022 * clamp(-up / 0.12, 0, 1);
  const rim = (Math.sqrt((back / wide) ** 2 + (up / high) ** 2) - 1) * Math.min(wide, high) * 0.9;
  let d = softCommon(rim, Math.abs(out) - 0.014, 0.02);
  const helix = Math.sqrt((rim + 0.01) ** 2 + (out - 0.014) ** 2) - 0.0115;
  d = softUnion(d, softCommon(helix, -up - 0.045, 0.03), 0.008);
  d = softUnion(d, ellipsoid(back + 0.012, up + 0.098, out - 0.006, 0.032, 0.032, 0.017), 0.02);
  d = softCarve(d, ellipsoid(back - 0.002, up + 0.022, out - 0.035, 0.036, 0.048, 0.046), 0.014);
  const groove = Math.sqrt((rim + 0.027) ** 2 + (out - 0.02) ** 2) - 0.006;
  d = softCarve(d, softCommon(groove, -up - 0.01, 0.03), 0.012);
  return softUnion(d, ellipsoid(back + 0.038, up + 0.03, out - 0.012, 0.013, 0.02, 0.014), 0.012);
}

/** Ellipse around the ear in the side view, from which hair and cloth stay away; negative within. */
export const aroundEar = (y: number, z: number, radiusZ: number): number =>
  (Math.sqrt(((y + 0.035) / 0.15) ** 2 + ((z + 0.065) / radiusZ) ** 2) - 1) * 0.1;
