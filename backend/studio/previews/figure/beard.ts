import { bell, clamp, mix, noise, ridges, smoothStep } from './curves.js';

/** Lays a full beard with moustache over the head at distance `head`; the lower lip stays free, with a slow edge, or a ring would frame it. */
export function bearded(head: number, x: number, y: number, z: number): number {
  const ax = Math.abs(x);
  const moustache = moustacheAt(ax, y, z);
  const lipX = x / 0.098;
  const lipY = (y + 0.279) / (y > -0.279 ? 0.03 : 0.043);
  const fromLips = Math.sqrt(lipX * lipX + lipY * lipY);
  const free = smoothStep(0.88, mix(1.75, 1.35, smoothStep(0.05, 0.1, ax)), fromLips);
  const besideChin = bell(y + 0.345, 0.018) * smoothStep(0.02, 0.05, ax) * (1 - smoothStep(0.06, 0.1, ax));
  const share = Math.max(
    cheeksAt(x, y, z) * (1 - 0.5 * besideChin) * free,
    moustache * 1.05 * smoothStep(0.8, 1.35, fromLips),
  );
  if (share <= 0) return head;
  const thickness = 0.016 + 0.016 * smoothStep(-0.33, -0.44, y) * smoothStep(0.1, 0.25, z);
  // The grooves fade in after the hair itself.
  return head - share * thickness - share * share * grooves(x, ax, y, z, moustache);
}

/** Share of the full thickness on cheeks, jaw and chin. */
function cheeksAt(x: number, y: number, z: number): number {
  const upper = mix(-0.09, -0.225, smoothStep(0.06, 0.27, z));
  const below = 1 - smoothStep(upper - 0.06, upper + 0.02, y + 0.012 * noise(x * 14, y * 14, z * 14));
  return below * smoothStep(-0.03, 0.035, z + (y + 0.2) * 0.15);
}

function moustacheAt(ax: number, y: number, z: number): number {
  const below = 1 - smoothStep(-0.204, -0.178, y + 0.36 * Math.max(0, ax - 0.03));
  const across = (1 - smoothStep(0.115, 0.15, ax)) * (1 - 0.12 * bell(ax, 0.012));
  return below * smoothStep(-0.31, -0.27, y) * across * smoothStep(0.2, 0.27, z);
}

function grooves(x: number, ax: number, y: number, z: number, moustache: number): number {
  const wave = noise(x * 7, y * 7, z * 7) * 1.1 + noise(x * 16, y * 16, z * 16) * 0.4;
  const slow = noise(x * 6 + 2, y * 4, z * 6);
  const angle = Math.atan2(x, z + 0.02);
  const hanging =
    (0.0074 + 0.006 * slow) * ridges(angle * 16 + wave * 1.9 + y * 7 * clamp(x / 0.08, -1, 1)) +
    (0.0028 - 0.002 * slow) * ridges(angle * 41 + wave * 2.8 + y * 9) +
    0.009 * slow;
  const sideways =
    0.0036 * smoothStep(0.004, 0.03, ax) * ridges((0.8 * y + 0.62 * ax - 0.9 * ax * ax) * 125 + wave * 0.7);
  const share = clamp(moustache * 1.4, 0, 1) * smoothStep(-0.275, -0.25, y);
  return mix(hanging, sideways, share) + 0.006 * share;
}
