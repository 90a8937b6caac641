import sharp from 'sharp';
import { labOf } from '../core/raster/lab.js';

/** Size at which pictures are compared: noise and JPEG blocks have no say. */
const [WIDTH, HEIGHT] = [64, 80];

/** Mean distance of two pictures in CIELAB (ΔE*ab), at a small size; from about 2 on a change is seen. */
export async function colourDifferenceOf(a: Uint8Array | string, b: Uint8Array | string): Promise<number> {
  const [x, y] = await Promise.all([smallLabs(a), smallLabs(b)]);
  const distances = x.map(([lightness, red, yellow], i) => {
    const other = y[i]!;
    return Math.hypot(lightness - other[0], red - other[1], yellow - other[2]);
  });
  return distances.reduce((sum, distance) => sum + distance, 0) / distances.length;
}

async function smallLabs(picture: Uint8Array | string): Promise<(readonly [number, number, number])[]> {
  const rgb = await sharp(picture)
    .resize(WIDTH, HEIGHT, { fit: 'fill' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer();
  return Array.from({ length: WIDTH * HEIGHT }, (_, i) =>
    labOf(rgb[i * 3]! / 255, rgb[i * 3 + 1]! / 255, rgb[i * 3 + 2]! / 255),
  );
}
