import type { Cutout } from '../descriptor.js';
import type { Pictures } from '../pictures.js';
import type { Raster } from '../raster/rgb.js';
import type { Crop } from './framing.js';
import type { Person } from './person.js';

/** Cuts the framing out of a decoded cutout and scales it to the portrait. What lies beyond the cutout stays clear. */
export async function placePerson(
  pictures: Pictures,
  picture: Raster,
  cutout: Cutout,
  crop: Crop,
  width: number,
  height: number,
): Promise<Person> {
  const scale = width / crop.width;
  // Whole pixels around the crop: rounding inwards would leave a bare line along the portrait's edge.
  const left = Math.max(0, Math.floor(crop.x));
  const top = Math.max(0, Math.floor(crop.y));
  const right = Math.min(cutout.width, Math.ceil(crop.x + crop.width));
  const bottom = Math.min(cutout.height, Math.ceil(crop.y + crop.height));
  const at = { left: Math.round((left - crop.x) * scale), top: Math.round((top - crop.y) * scale) };
  const size = { width: Math.round((right - left) * scale), height: Math.round((bottom - top) * scale) };
  const region = { left, top, width: right - left, height: bottom - top };
  const { data: part } = await pictures.resample(picture, { ...size, region });
  const mesh = Array.from({ length: cutout.mesh.length / 3 }, (_, i) => {
    const [x, y, z] = [cutout.mesh[i * 3]!, cutout.mesh[i * 3 + 1]!, cutout.mesh[i * 3 + 2]!];
    return [(x - crop.x) * scale, (y - crop.y) * scale, z * scale] as const;
  });
  return { rgba: spread(part, size, at, width, height), width, height, mesh, enlargement: scale / cutout.scale };
}

/** Puts the part where it belongs in the portrait; what juts out is cut off. */
function spread(
  part: Uint8Array,
  size: { width: number; height: number },
  at: { left: number; top: number },
  width: number,
  height: number,
): Uint8Array {
  if (size.width === width && size.height === height && at.left === 0 && at.top === 0) return part;
  const rgba = new Uint8Array(width * height * 4);
  const from = Math.max(0, at.left);
  const to = Math.min(width, at.left + size.width);
  for (let y = Math.max(0, at.top); y < Math.min(height, at.top + size.height); y++) {
    const row = (y - at.top) * size.width - at.left;
    rgba.set(part.subarray((row + from) * 4, (row + to) * 4), (y * width + from) * 4);
  }
  return rgba;
}
