import { LINEAR_OF_8BIT } from '../core/raster/srgb.js';
import type { PaintedScene } from '../core/rendering/preview-person.js';
import { fetchPicture } from './pictures.js';
import scenes from './backdrops/scenes.json' with { type: 'json' };

const files = import.meta.glob<string>('./backdrops/*.webp', { query: '?url', import: 'default', eager: true });

const known = new Map<string, Promise<PaintedScene>>();

/** A scene with its background; each is fetched once. @throws TypeError without a network, Error where nobody knows the key */
export function paintedScene(key: string): Promise<PaintedScene> {
  const loading = known.get(key) ?? fetchScene(key);
  known.set(key, loading);
  loading.catch(() => known.delete(key));
  return loading;
}

async function fetchScene(key: string): Promise<PaintedScene> {
  const scene = scenes.find((each) => each.key === key);
  const url = files[`./backdrops/${key}.webp`];
  if (!scene || !url) throw new Error(`no scene with key ${key}`);
  const { data } = await fetchPicture(url);
  const plane = (channel: number): Float32Array => {
    const values = new Float32Array(data.length / 4);
    for (let i = 0; i < values.length; i++) values[i] = LINEAR_OF_8BIT[data[i * 4 + channel]!]! * scene.brightest;
    return values;
  };
  return { key, light: scene.light as unknown as PaintedScene['light'], painting: [plane(0), plane(1), plane(2)] };
}
