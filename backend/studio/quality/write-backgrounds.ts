import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { renderScene } from '../core/rendering/render-scene.js';

const SEEDS = [1, 2, 3, 4];
/** Size at which backgrounds are painted, and that of each on the sheet, in pixels. */
const PAINTED = { width: 1024, height: 1280 };
const TILE = { width: 480, height: 600 };

/** Writes each scene without a person, by four seeds side by side: `<folder>/<style>.jpg`. */
export async function writeBackgrounds(folder: string, styles: readonly string[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const style of styles) {
    const tiles = await Promise.all(
      SEEDS.map(async (seed, column) => ({
        input: await sharp(renderScene(style, seed, PAINTED.width, PAINTED.height), {
          raw: { ...PAINTED, channels: 3 },
        })
          .resize(TILE)
          .png()
          .toBuffer(),
        left: column * TILE.width,
        top: 0,
      })),
    );
    const sheet = { width: SEEDS.length * TILE.width, height: TILE.height, channels: 3, background: '#000' } as const;
    await sharp({ create: sheet })
      .composite(tiles)
      .jpeg({ quality: 85 })
      .toFile(join(folder, `${style}.jpg`));
  }
}
