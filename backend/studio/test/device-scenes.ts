import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import scenes from '../browser/backdrops/scenes.json' with { type: 'json' };
import { LINEAR_OF_8BIT } from '../core/raster/srgb.js';
import type { PaintedScene } from '../core/rendering/preview-person.js';
import { sharpPictures } from '../node/pictures.js';
import { sceneOf } from '../scenes/registry.js';

/** A background as devices have it: its file, its pixels, and the light that its white stands for. */
export async function backdrop(key: string): Promise<{ bytes: number; data: Buffer; brightest: number }> {
  const { brightest } = scenes.find((scene) => scene.key === key)!;
  const file = readFileSync(join(import.meta.dirname, '../browser/backdrops', `${key}.webp`));
  return { bytes: file.length, data: Buffer.from((await sharpPictures.decode(file)).data), brightest };
}

/** A scene with its background, as devices paint it. */
export async function paintedScene(key: string): Promise<PaintedScene> {
  const { data, brightest } = await backdrop(key);
  const plane = (c: number): Float32Array =>
    Float32Array.from({ length: data.length / 3 }, (_, i) => LINEAR_OF_8BIT[data[i * 3 + c]!]! * brightest);
  return { ...sceneOf(key), painting: [plane(0), plane(1), plane(2)] };
}
