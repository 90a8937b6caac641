import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import scenes from '../browser/backdrops/scenes.json' with { type: 'json' };
import { cosine } from '../core/photo-likeness.js';
import { findFaces } from '../core/photo/faces.js';
import { createRandom, seedOf } from '../core/raster/random.js';
import type { Rgb } from '../core/raster/rgb.js';
import { encode } from '../core/raster/srgb.js';
import { PREVIEW_VARIATION, previewPerson } from '../core/rendering/preview-person.js';
import { cutOutSingle, type SingleCutout } from '../core/training/single-cutout.js';
import { deviceModels } from '../node/models/face-library.js';
import { decodePhoto } from '../node/photo/decode.js';
import { sharpPictures } from '../node/pictures.js';
import { SCENE_KEYS, sceneOf } from '../scenes/registry.js';
import { devicePictures as pictures } from './as-on-device.js';
import { backdrop, paintedScene } from './device-scenes.js';
import { faceModels } from './face-models.js';
import { hasPhotos, photoFolder, photoSet } from './photo-sets.js';
import { longTest } from '../../test/support/long-test.js';

const FACE = 208;
const [WIDTH, HEIGHT] = [384, 480];

const devices = faceModels().then(deviceModels);

async function cutOut(photo: Buffer): Promise<{ decoded: Rgb; found: Awaited<ReturnType<typeof cutOutSingle>> }> {
  const decoded = await decodePhoto(photo);
  if (typeof decoded === 'string') throw new Error(decoded);
  return { decoded, found: await cutOutSingle(pictures, await devices, decoded, FACE) };
}

longTest(
  'has a background of every scene for devices, as the scene paints it, with its light',
  async () => {
    expect(scenes.map(({ key }) => key)).toEqual(SCENE_KEYS);
    for (const { key, light } of scenes) {
      const scene = sceneOf(key);
      expect(light, key).toEqual(scene.light);
      const { bytes, data, brightest } = await backdrop(key);
      expect(bytes, key).toBeLessThanOrEqual(25_000);
      const painting = scene.paint(createRandom(seedOf('device', key)), PREVIEW_VARIATION);
      let off = 0;
      for (const [c, plane] of painting.entries())
        for (let i = 0; i < plane.length; i++)
          off += Math.abs(Math.round(encode(plane[i]! / brightest) * 255) - data[i * 3 + c]!);
      expect(off / data.length, key).toBeLessThan(1);
    }
  },
  60_000,
);

it('shows the person of a photo in a style as themselves, with the models that devices have', async () => {
  const { person } = await photoSet();
  const { decoded, found } = await cutOut(person[0]!);
  if (typeof found === 'string') throw new Error(found);
  const scene = await paintedScene('city-daylight');
  const { portrait, before } = await previewPerson(pictures, found, scene, WIDTH, HEIGHT);
  const vectorOf = async (picture: Rgb): Promise<Float32Array> => {
    const [face, another] = await findFaces(sharpPictures, await faceModels(), picture);
    expect([face === undefined, another]).toEqual([false, undefined]);
    return face!.embedding;
  };
  const shown = await vectorOf({ data: portrait, width: WIDTH, height: HEIGHT });
  expect(cosine(shown, await vectorOf(decoded))).toBeGreaterThan(0.85);
  expect(before).toHaveLength(WIDTH * HEIGHT * 4);
});

it.runIf(hasPhotos)('says why nothing can be shown of a photo, in the words of the photo check', async () => {
  const people = (name: string) => readFileSync(join(photoFolder, 'people', name));
  expect((await cutOut(people('13-real-sunglasses.jpg'))).found).toBe('sunglasses');
  expect((await cutOut(people('15-face-cut-greyscale.jpg'))).found).toBe('face_cut');
  const { found } = await cutOut(people('22-locs-greyscale.jpg'));
  expect((found as SingleCutout).cutout.isGrey).toBe(true);
});
