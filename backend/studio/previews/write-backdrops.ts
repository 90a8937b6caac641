import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { encode } from '../core/raster/srgb.js';
import { createRandom, seedOf } from '../core/raster/random.js';
import { PREVIEW_VARIATION } from '../core/rendering/preview-person.js';
import { PAINT_HEIGHT, PAINT_WIDTH, type Painting } from '../scenes/layer.js';
import { SCENE_KEYS, sceneOf } from '../scenes/registry.js';

/** Most bytes of one background. */
const MOST = 25_000;
const QUALITIES = [100, 96, 92, 86, 80];

/** The backgrounds that devices show people before, as pictures, with the light of their scenes: they need none of the code that paints. */
export async function writeBackdrops(folder: string): Promise<void> {
  const scenes = [];
  for (const key of SCENE_KEYS) {
    const { light, paint } = sceneOf(key);
    const painting = paint(createRandom(seedOf('device', key)), PREVIEW_VARIATION);
    const brightest = painting.reduce((most, plane) => plane.reduce((a, b) => Math.max(a, b), most), 1);
    await writeFile(join(folder, `${key}.webp`), await encodePainting(painting, brightest));
    scenes.push({ key, light, brightest });
  }
  await writeFile(join(folder, 'scenes.json'), `${JSON.stringify(scenes, null, 2)}\n`);
}

async function encodePainting(painting: Painting, brightest: number): Promise<Buffer> {
  const rgb = new Uint8Array(PAINT_WIDTH * PAINT_HEIGHT * 3);
  painting.forEach((plane, c) =>
    plane.forEach((value, i) => {
      rgb[i * 3 + c] = Math.round(encode(value / brightest) * 255);
    }),
  );
  const picture = sharp(rgb, { raw: { width: PAINT_WIDTH, height: PAINT_HEIGHT, channels: 3 } });
  for (const quality of QUALITIES) {
    const file = await picture.clone().webp({ quality, effort: 6, smartSubsample: true }).toBuffer();
    if (file.length <= MOST) return file;
  }
  throw new Error(`a background takes more than ${MOST} bytes`);
}
