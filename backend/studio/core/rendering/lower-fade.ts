import type { Cutout } from '../descriptor.js';
import { smoothstep } from '../raster/numbers.js';
import type { Crop } from './framing.js';
import type { Scene } from '../../scenes/scene.js';
import type { Person } from './person.js';

/** How far below the photo's end a portrait may reach where the person fades, in faces. */
const REACH = 0.25;
/** Greatest difference of lightness (L*) between clothes and backdrop at which a fade looks like a lamp's fall-off. */
const ALIKE = 30;

/** How far below the photo's end a scene's portraits of a person may reach, in faces. */
export function fadeReach(
  { fadesInto }: Pick<Scene, 'fadesInto'>,
  { endLightness }: { endLightness?: number | null },
): number {
  if (fadesInto === undefined || endLightness === undefined || endLightness === null) return 0;
  return Math.abs(endLightness - fadesInto) <= ALIKE ? REACH : 0;
}

/** Over this height above the photo's end, in faces, the person fades; never above this distance from the eyes. */
const LENGTH = 0.45;
const CHEST = 0.8;

/**
 * Fades the person out above the lower end of the photo where a portrait shows it, as a studio's vignette does. Changes the alpha in place.
 * @param crop what the portrait shows of the cutout
 */
export function fadeAtPhotosEnd(person: Person, { below, eye, faceHeight }: Cutout, crop: Crop): void {
  const seen = below.filter(
    ([x, y]) => x > crop.x && x < crop.x + crop.width && y > crop.y && y < crop.y + crop.height,
  );
  if (seen.length === 0) return;
  const { rgba, width, height } = person;
  const scale = width / crop.width;
  const end = lineAbove(seen);
  const length = Math.min(LENGTH * faceHeight, Math.max(0.1 * faceHeight, end(eye[0]) - eye[1] - CHEST * faceHeight));
  for (let x = 0; x < width; x++) {
    const last = (end(crop.x + x / scale) - crop.y) * scale;
    const first = last - length * scale;
    for (let y = Math.max(0, Math.floor(first)); y < height; y++) {
      const i = (y * width + x) * 4 + 3;
      rgba[i] = Math.round(rgba[i]! * (1 - smoothstep(first, last, y)));
    }
  }
}

/** A straight line along the points that has none of them above it. */
function lineAbove(points: readonly (readonly [number, number])[]): (x: number) => number {
  const meanOf = (pick: 0 | 1): number => points.reduce((sum, p) => sum + p[pick], 0) / points.length;
  const [meanX, meanY] = [meanOf(0), meanOf(1)];
  let [across, along] = [0, 1e-6];
  for (const [x, y] of points) {
    across += (x - meanX) * (y - meanY);
    along += (x - meanX) ** 2;
  }
  const slope = across / along;
  const highest = Math.min(...points.map(([x, y]) => y - meanY - slope * (x - meanX)));
  return (x) => meanY + highest + slope * (x - meanX);
}
