import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Face } from '../core/photo/face.js';
import { findFaces } from '../core/photo/faces.js';
import { LEFT_BROW, LEFT_EYE, LIPS, pointsOf, RIGHT_BROW, RIGHT_EYE } from '../core/photo/landmarks.js';
import { cosine } from '../core/photo-likeness.js';
import { findBlocks } from '../core/raster/deblock.js';
import { fillPolygon, scalePolygon } from '../core/raster/polygon.js';
import { createRandom } from '../core/raster/random.js';
import { resample } from '../core/raster/resample.js';
import type { Rgb } from '../core/raster/rgb.js';
import { cleanPhoto, MOST_CLEANING } from '../core/training/clean-photo.js';
import { compareCleaned, isHarmless } from '../core/training/compare-cleaned.js';
import { frameFor } from '../core/training/cutout-frame.js';
import { decodePhoto, encodeNormalised } from '../node/photo/decode.js';
import { sharpPictures } from '../node/pictures.js';
import { drawnPhoto, NINE_DRAWINGS } from '../../test/support/drawn-faces.js';
import { faceModels } from './face-models.js';
import { hasPhotos, photoFolder } from './photo-sets.js';
import { wholeOr } from './whole.js';

const FACE = 520;

async function decoded(file: Uint8Array): Promise<Rgb> {
  const photo = await decodePhoto(file);
  if (typeof photo === 'string') throw new Error(photo);
  return photo;
}

const faceOf = async (photo: Rgb): Promise<Face | undefined> =>
  (await findFaces(sharpPictures, await faceModels(), photo))[0];

const clean = (photo: Rgb, face: Face): Rgb => cleanPhoto(photo, face, frameFor(face, FACE));

const lumaAt = ({ data }: Rgb, i: number): number =>
  0.299 * data[i * 3]! + 0.587 * data[i * 3 + 1]! + 0.114 * data[i * 3 + 2]!;

const lumaOf = (photo: Rgb): Float32Array =>
  Float32Array.from({ length: photo.width * photo.height }, (_, i) => lumaAt(photo, i) / 255);

/** How much blocks show, in 255ths. */
function blocksOf(photo: Rgb): number {
  const { columns, rows } = findBlocks(lumaOf(photo), photo.width, photo.height);
  return 255 * Math.max(columns.step, rows.step);
}

/** Mean distance of the channels of two pictures. */
const distance = (a: Rgb, b: Rgb): number =>
  a.data.reduce((sum, v, i) => sum + Math.abs(v - b.data[i]!), 0) / a.data.length;

const farthest = (a: Rgb, b: Rgb): number => a.data.reduce((most, v, i) => Math.max(most, Math.abs(v - b.data[i]!)), 0);

/** The pixels of the eyes and the lips. */
function featuresIn({ width, height }: Rgb, face: Face): number[] {
  const mask = new Float32Array(width * height);
  for (const part of [LEFT_EYE, RIGHT_EYE, LIPS]) fillPolygon(mask, width, height, pointsOf(face.mesh, part));
  return [...mask.keys()].filter((i) => mask[i]! > 0);
}

function assertHarmless(photo: Rgb, cleaned: Rgb, face: Face): void {
  const found = compareCleaned(photo, cleaned, face);
  expect(isHarmless(found), JSON.stringify(found)).toBe(true);
  expect(farthest(photo, cleaned)).toBeLessThanOrEqual(MOST_CLEANING);
  for (const i of featuresIn(photo, face)) {
    const brighter = lumaAt(cleaned, i) - lumaAt(photo, i);
    for (let c = 0; c < 3; c++) {
      // What was cut off at black or white says nothing.
      if ([0, 255].includes(cleaned.data[i * 3 + c]!)) continue;
      const change = cleaned.data[i * 3 + c]! - photo.data[i * 3 + c]!;
      expect(Math.abs(change - brighter), 'the colour of eyes and lips').toBeLessThanOrEqual(2.5);
    }
  }
}

/** Soft shadows and a trace of noise, as photos have and drawings lack: in flat colours no block would show. */
function shaded({ data, width, height }: Rgb): Rgb {
  const random = createRandom(3);
  const out = new Uint8Array(data.length);
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [i % width, Math.floor(i / width)];
    const light = 9 * Math.sin(x / 17 + y / 31) + 9 * Math.sin(y / 13 - x / 41) + 6 * (random() - 0.5);
    for (let c = 0; c < 3; c++) out[i * 3 + c] = Math.min(255, Math.max(0, Math.round(data[i * 3 + c]! + light)));
  }
  return { data: out, width, height };
}

/** A drawing as a clean photo, and a face in it. */
const drawn = drawnPhoto({ ...NINE_DRAWINGS[0], width: 768, height: 960 }).then(async (file) => {
  const photo = shaded(await decoded(file));
  return { photo, face: (await faceOf(photo))! };
});

const compressed = async (photo: Rgb, quality: number): Promise<Rgb> =>
  decoded(
    await sharp(photo.data, { raw: { width: photo.width, height: photo.height, channels: 3 } })
      .jpeg({ quality })
      .toBuffer(),
  );

/** Blotches of colour that leave the brightness as it is, at half the size as JPEG keeps them: phones make such in the evening. */
function noisy({ data, width, height }: Rgb, amount: () => number): Rgb {
  const [w, h] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  const blotches = (): Float32Array => {
    const small = Float32Array.from({ length: w * h }, amount);
    return resample(small, w, h, width, height);
  };
  const [blue, red] = [blotches(), blotches()];
  const out = data.map((v, k) => {
    const [b, r] = [blue[Math.floor(k / 3)]!, red[Math.floor(k / 3)]!];
    return Math.min(255, Math.max(0, Math.round(v + [1.402 * r, -0.344 * b - 0.714 * r, 1.772 * b][k % 3]!)));
  });
  return { data: out, width, height };
}

describe('a photo is cleaned where it needs it', () => {
  it('and otherwise is the very same', async () => {
    const { photo, face } = await drawn;
    expect(clean(photo, face) === photo).toBe(true);
    const stored = await decoded(await encodeNormalised(photo));
    expect(clean(stored, face) === stored).toBe(true);
  });

  it('of the borders of blocks, and is nearer to what was compressed', async () => {
    const { photo, face } = await drawn;
    const blocky = await compressed(photo, 12);
    const cleaned = clean(blocky, face);
    expect(blocksOf(blocky)).toBeGreaterThan(1.25);
    expect(blocksOf(cleaned)).toBeLessThan(0.5 * blocksOf(blocky));
    expect(distance(cleaned, photo)).toBeLessThan(distance(blocky, photo));
    assertHarmless(blocky, cleaned, face);
  });

  it('wherever a cut has moved the blocks', async () => {
    const { photo } = await drawn;
    const blocky = await compressed(photo, 12);
    const region = { left: 3, top: 5, width: photo.width - 8, height: photo.height - 8 };
    const cut = (await sharpPictures.resample({ ...blocky, channels: 3 }, { width: region.width, region })) as Rgb;
    const grid = findBlocks(lumaOf(cut), cut.width, cut.height);
    expect([grid.columns.phase, grid.rows.phase]).toEqual([5, 3]);
    const face = (await faceOf(cut))!;
    expect(blocksOf(clean(cut, face))).toBeLessThan(0.5 * blocksOf(cut));
  });

  it('not of blocks that it no longer has: it was scaled after the compression', async () => {
    const { photo } = await drawn;
    const blocky = await compressed(photo, 12);
    const scaled = (await sharpPictures.resample({ ...blocky, channels: 3 }, { width: 617 })) as Rgb;
    expect(blocksOf(scaled)).toBeLessThan(1.25);
    expect(clean(scaled, (await faceOf(scaled))!) === scaled).toBe(true);
  });

  it('of noise in its colours, while its brightness stays', async () => {
    const { photo, face } = await drawn;
    const random = createRandom(7);
    const dirty = noisy(photo, () => 10 * (random() + random() + random() - 1.5));
    const cleaned = clean(dirty, face);
    expect(distance(cleaned, photo)).toBeLessThan(0.6 * distance(dirty, photo));
    const places = Array.from({ length: 4000 }, (_, k) => Math.floor((k * photo.width * photo.height) / 4000));
    // Channels that would leave the range are clipped, and their pixel's brightness with them.
    const isInRange = (i: number): boolean =>
      [0, 1, 2].every((c) => dirty.data[3 * i + c]! > 12 && dirty.data[3 * i + c]! < 243);
    const brightness = Math.max(
      ...places.filter(isInRange).map((i) => Math.abs(lumaAt(cleaned, i) - lumaAt(dirty, i))),
    );
    expect(brightness).toBeLessThanOrEqual(1);
    assertHarmless(dirty, cleaned, face);
  });

  it('not where it is finer than the cutout', async () => {
    const { photo, face } = await drawn;
    const blocky = await compressed(photo, 12);
    expect(cleanPhoto(blocky, face, frameFor(face, Math.round(face.height / 2))) === blocky).toBe(true);
  });
});

describe('what cleaning may do to somebody', () => {
  it('is measured: lost lashes, another colour, another lightness', async () => {
    const { photo, face } = await drawn;
    const { data, width, height } = photo;
    const soft = await sharp(data, { raw: { width, height, channels: 3 } })
      .blur(1.2)
      .raw()
      .toBuffer();
    const moved = (...by: number[]): Rgb => ({ ...photo, data: data.map((v, i) => Math.min(255, v + by[i % 3]!)) });
    expect(isHarmless(compareCleaned(photo, photo, face))).toBe(true);
    expect(compareCleaned(photo, { ...photo, data: soft }, face).detail).toBeLessThan(0.95);
    expect(compareCleaned(photo, moved(0, 0, 3), face).colour).toBeGreaterThan(0.5);
    expect(compareCleaned(photo, moved(2, 2, 2), face).lightness).toBeGreaterThan(0.3);
    for (const broken of [{ ...photo, data: soft }, moved(0, 0, 3), moved(2, 2, 2)])
      expect(isHarmless(compareCleaned(photo, broken, face))).toBe(false);
  });

  it('is half of it where eyes and brows would lose by the whole', async () => {
    const { photo, face } = await drawn;
    const dirty = blocked(faded(photo, face, 0.95), 5);
    const cleaned = clean(dirty, face);
    const most = farthest(blocked(photo, 5), clean(blocked(photo, 5), face));
    expect(farthest(dirty, cleaned)).toBeGreaterThan(0);
    expect(farthest(dirty, cleaned)).toBeLessThanOrEqual(Math.ceil(most / 2));
    assertHarmless(dirty, cleaned, face);
  });

  it('is nothing where skin would take on another colour', async () => {
    const { photo, face } = await drawn;
    const random = createRandom(5);
    const freckled = noisy(photo, () => (random() < 0.35 ? 12 : 0));
    expect(clean(freckled, face) === freckled).toBe(true);
  });
});

/** Eyes and brows so pale (0..1) that little but the noise around them is fine. */
function faded({ data, width, height }: Rgb, face: Face, pale: number): Rgb {
  const mask = new Float32Array(width * height);
  for (const part of [LEFT_EYE, RIGHT_EYE, LEFT_BROW, RIGHT_BROW])
    fillPolygon(mask, width, height, scalePolygon(pointsOf(face.mesh, part), 3));
  const skin = [200, 160, 130];
  const out = data.map((v, k) => Math.round(v + pale * mask[Math.floor(k / 3)]! * (skin[k % 3]! - v)));
  return { data: out, width, height };
}

/** Squares of eight pixels, lighter and darker in turn. */
function blocked({ data, width, height }: Rgb, step: number): Rgb {
  const sign = (i: number): number => ((Math.floor((i % width) / 8) + Math.floor(i / width / 8)) % 2 === 0 ? 1 : -1);
  const out = data.map((v, k) => Math.min(255, Math.max(0, v + step * sign(Math.floor(k / 3)))));
  return { data: out, width, height };
}

const PHOTOS = hasPhotos
  ? ['people', 'person-a', 'person-b', 'person-c'].flatMap((folder) =>
      readdirSync(join(photoFolder, folder))
        .toSorted()
        .map((name) => `${folder}/${name}`),
    )
  : [];
/** Two small files with visible blocks; a face with a pattern of its own, and a large one, that are left as they are. */
const DIRTY = ['people/06', 'people/08'];
const NAMED = PHOTOS.filter((name) => [...DIRTY, 'people/27', 'people/10'].some((start) => name.startsWith(start)));

describe('a photo that is cleaned still shows the same person', () => {
  it.each(wholeOr(PHOTOS, NAMED))('%s', async (name) => {
    const photo = await decoded(await encodeNormalised(await decoded(readFileSync(join(photoFolder, name)))));
    const face = await faceOf(photo);
    if (!face) return;
    const cleaned = clean(photo, face);
    expect(cleaned !== photo).toBe(DIRTY.some((start) => name.startsWith(start)));
    if (cleaned === photo) return;
    assertHarmless(photo, cleaned, face);
    expect(blocksOf(cleaned)).toBeLessThan(0.75 * blocksOf(photo));
    const again = (await faceOf(cleaned))!;
    expect(cosine(again.embedding, face.embedding)).toBeGreaterThan(0.995);
  });
});
