import { bell, mix, noise, ridges, smoothStep } from './curves.js';
import { aroundEar } from './ear.js';
import { ellipsoid, softUnion } from './solids.js';

/** Short hair brushed back. It has no edge: its thickness grows out of the skin with the distance from the hairline. */
export function shortHair(x: number, y: number, z: number): number {
  const bound = ellipsoid(x, y - 0.14, z + 0.06, 0.38, 0.46, 0.48);
  if (bound > 0.15) return bound;
  const head = softUnion(
    ellipsoid(x, y - 0.14, z + 0.05, 0.298, 0.365, 0.393),
    ellipsoid(x, y + 0.08, z + 0.16, 0.225, 0.28, 0.225),
    0.1,
  );
  const inside = fromHairline(x, y, z);
  const grown = smoothStep(-0.012, 0.1, inside);
  let thickness = -0.02 + 0.052 * grown + 0.016 * smoothStep(0.2, 0.45, y) * grown;
  thickness += 0.042 * bell(y - 0.47, 0.18) * bell(z - 0.13, 0.2) * smoothStep(0, 0.16, inside);
  // Locks rise from the hairline and lie back.
  const wave = noise(x * 4.2 + 3, y * 4.2, z * 4.2) * 1.2 + noise(x * 9, y * 9 + 5, z * 9) * 0.4;
  const angle = Math.atan2(x + 0.06, y - 0.04);
  const back = z + 0.3 * y;
  const locks =
    0.016 * ridges(angle * 8.5 + wave * 1.7 + back * 3.2) + 0.0055 * ridges(angle * 25 + wave * 4.2 + back * 7);
  thickness += smoothStep(-0.02, 0.05, inside) * locks * mix(0.55, 1, smoothStep(-0.3, 0.1, y));
  return (head - thickness) * 0.8;
}

/** Distance from the hairline along the skin, positive under the hair: round the face, the ear and the nape. */
function fromHairline(x: number, y: number, z: number): number {
  const ax = Math.abs(x);
  const up = (y - 0.015) / (0.325 - 0.02 * bell(ax - 0.19, 0.07));
  const front = (Math.sqrt(up * up + ((z - 0.43) / 0.385) ** 2) - 1) * 0.335 + 0.01 * noise(x * 8, y * 8, z * 8);
  const beside = ax > 0.2 ? aroundEar(y, z, 0.105) : 1;
  const nape = z > -0.06 ? y + 0.12 : y + 0.4 + 0.3 * (z + 0.06);
  return softUnion(softUnion(front, beside, 0.03), nape, 0.04);
}
