import { LINEAR_OF_8BIT } from '../core/raster/srgb.js';
import type { PaintedScene } from '../core/rendering/preview-person.js';
import scenes from './backdrops/scenes.json' with { type: 'json' };
import { fetchBytes } from './fetch-bytes.js';
import { browserPictures } from './pictures.js';

const files = import.meta.glob<string>('./backdrops/*.webp', { query: '?url', import: 'default', eager: true });

/** The scenes with their backgrounds, by their keys. */
export type PaintedScenes = (key: string) => Promise<PaintedScene>;

/**
 * Fetches every background (130 kB), so that nothing is asked for once there are pictures to make.
 * @returns decodes one of them. @throws FileNotFetched; the returned function Error where nobody knows the key
 */
export async function fetchScenes(): Promise<PaintedScenes> {
  const pictures = new Map(
    await Promise.all(
      scenes.map(async ({ key }) => [key, await fetchBytes(files[`./backdrops/${key}.webp`] ?? '')] as const),
    ),
  );
  return async (key) => {
    const scene = scenes.find((each) => each.key === key);
    const picture = pictures.get(key);
    if (!scene || !picture) throw new Error(`no scene with key ${key}`);
    const { data } = await browserPictures.decode(picture);
    const plane = (channel: number): Float32Array => {
      const values = new Float32Array(data.length / 4);
      for (let i = 0; i < values.length; i++) values[i] = LINEAR_OF_8BIT[data[i * 4 + channel]!]! * scene.brightest;
      return values;
    };
    return { key, light: scene.light as unknown as PaintedScene['light'], painting: [plane(0), plane(1), plane(2)] };
  };
}
