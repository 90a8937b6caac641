import { describe, expect, it } from 'vitest';
import type { Resampling } from '../core/pictures.js';
import { greyOf } from '../core/raster/grey.js';
import { resampleLanczos } from '../core/raster/lanczos.js';
import { createRandom } from '../core/raster/random.js';
import { quarterTurns, type Raster } from '../core/raster/rgb.js';
import { decodePhoto } from '../node/photo/decode.js';
import { rawInput } from '../node/photo/raw-picture.js';
import { sharpPictures } from '../node/pictures.js';
import { drawnPhoto } from '../../test/support/drawn-faces.js';
import { hasPhotos, photoSet } from './photo-sets.js';

const SIZES: Resampling[] = [
  { width: 637 },
  { height: 333 },
  { width: 101 },
  { width: 9, height: 8 },
  { width: 192, height: 192, region: { left: 41, top: 60, width: 333, height: 401 } },
  { width: 900, height: 1100, region: { left: 90, top: 120, width: 300, height: 370 } },
];

async function decoded(file: Buffer): Promise<Raster> {
  const photo = await decodePhoto(file);
  if (typeof photo === 'string') throw new Error(photo);
  return { ...photo, channels: 3 };
}

/** Largest difference of two pictures in levels; of clear pixels the colour does not count. */
function apart(a: Raster, b: Raster): number {
  expect([a.width, a.height, a.channels]).toEqual([b.width, b.height, b.channels]);
  return a.data.reduce((most, v, i) => Math.max(most, Math.abs(v - b.data[i]!)), 0);
}

async function compare(picture: Raster): Promise<void> {
  for (const to of SIZES) {
    const [own, sharps] = [resampleLanczos(picture, to), await sharpPictures.resample(picture, to)];
    expect(apart(own, sharps), JSON.stringify(to)).toBeLessThanOrEqual(2);
  }
}

describe('resampling without libvips', () => {
  it('gives sharp’s pictures of a drawing, within two levels', async () => {
    await compare(await decoded(await drawnPhoto()));
  });

  it('gives sharp’s grey pictures', async () => {
    await compare(greyOf(await decoded(await drawnPhoto())));
  });

  it.skipIf(!hasPhotos)('gives sharp’s pictures of a photo', async () => {
    for (const photo of (await photoSet()).person.slice(0, 1)) await compare(await decoded(photo));
  });

  it('gives sharp’s cutouts: alpha, and colours as far as they are seen', async () => {
    const { data, width, height } = await decoded(await drawnPhoto());
    const rgba = new Uint8Array(width * height * 4);
    for (let i = 0; i < width * height; i++) {
      const [x, y] = [i % width, Math.floor(i / width)];
      const edge = 260 - Math.hypot(x - width / 2, y - height / 2);
      rgba.set([data[i * 3]!, data[i * 3 + 1]!, data[i * 3 + 2]!, Math.min(255, Math.max(0, edge * 40))], i * 4);
    }
    const cutout: Raster = { data: rgba, width, height, channels: 4 };
    for (const to of SIZES.slice(0, 4)) {
      const [own, sharps] = [resampleLanczos(cutout, to), await sharpPictures.resample(cutout, to)];
      expect(apart(seen(own), seen(sharps)), JSON.stringify(to)).toBeLessThanOrEqual(2);
    }
  });
});

/** Colours weighted by alpha: those of clear pixels mean nothing. */
function seen(picture: Raster): Raster {
  const data = picture.data.slice();
  for (let i = 0; i < data.length; i += 4)
    for (let c = 0; c < 3; c++) data[i + c] = Math.round((data[i + c]! * data[i + 3]!) / 255);
  return { ...picture, data };
}

it('grey is libvips’ grey, level for level', async () => {
  const random = createRandom(3);
  const picture = { data: Uint8Array.from({ length: 300 * 300 * 3 }, () => random() * 256), width: 300, height: 300 };
  expect(greyOf(picture).data).toEqual(new Uint8Array(await rawInput(picture).greyscale().raw().toBuffer()));
});

it('quarter turns are sharp’s quarter turns', async () => {
  const random = createRandom(5);
  const picture = { data: Uint8Array.from({ length: 5 * 3 * 3 }, () => random() * 256), width: 5, height: 3 };
  for (const turns of [1, 2, 3]) {
    const { data, info } = await rawInput(picture)
      .rotate(turns * 90)
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(quarterTurns(picture, turns)).toEqual({
      data: new Uint8Array(data),
      width: info.width,
      height: info.height,
    });
  }
});
