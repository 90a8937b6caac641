import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Rgb } from '../core/raster/rgb.js';
import { decode, encode } from '../core/raster/srgb.js';
import { analysePhoto } from '../core/training/analyse.js';
import type { AnalysedPhoto } from '../core/training/analysed-photo.js';
import { NO_CAST, removeCast } from '../core/training/cast.js';
import { decodePhoto } from '../node/photo/decode.js';
import { sharpPictures } from '../node/pictures.js';
import { drawnPhoto, NINE_DRAWINGS } from '../../test/support/drawn-faces.js';
import { faceModels } from './face-models.js';
import { hasPhotos, photoFolder } from './photo-sets.js';
import { wholeOr } from './whole.js';

async function decoded(file: Uint8Array): Promise<Rgb> {
  const photo = await decodePhoto(file);
  if (typeof photo === 'string') throw new Error(photo);
  return photo;
}

/** The photo as taken in light of another colour, and through a veil, both in linear light. */
function inOtherLight(photo: Rgb, gains: readonly number[], veil = 0): Rgb {
  const data = photo.data.map((v, i) => {
    const lit = decode(v / 255) * gains[i % 3]!;
    return Math.round(encode(Math.min(1, veil + (1 - veil) * lit)) * 255);
  });
  return { ...photo, data };
}

const analysed = async (photo: Rgb): Promise<AnalysedPhoto> =>
  (await analysePhoto(sharpPictures, await faceModels(), photo, 0))!;

const tintBetween = (a: AnalysedPhoto, b: AnalysedPhoto): number =>
  Math.hypot(a.tone.redGreen - b.tone.redGreen, a.tone.blueGreen - b.tone.blueGreen);

describe('a photo’s cast', () => {
  it.each(wholeOr([0, 1, 3, 4], [3]))('is taken out in part where eyes or teeth show it: drawing %i', async (i) => {
    const photo = await decoded(await drawnPhoto(NINE_DRAWINGS[i]));
    const own = await analysed(photo);
    for (const gains of [
      [1, 0.9, 0.55],
      [0.7, 0.95, 1],
    ]) {
      const tinted = await analysed(inOtherLight(photo, gains));
      const given = Math.hypot(Math.log(gains[0]! / gains[1]!), Math.log(gains[2]! / gains[1]!));
      expect(tintBetween(tinted, own)).toBeLessThan(given - 0.1);
      expect(tinted.tone.luminance / tinted.photoTone.luminance).toBeCloseTo(1, 1);
    }
  });

  it('is none worth speaking of in neutral light', async () => {
    for (const drawing of wholeOr(NINE_DRAWINGS, NINE_DRAWINGS.slice(0, 1))) {
      const { cast } = await analysed(await decoded(await drawnPhoto(drawing)));
      for (const gain of cast.gains) expect(Math.abs(Math.log(gain))).toBeLessThan(0.1);
      expect(cast.veil).toBe(0);
    }
  });

  it('is a veil where even pupils and hair are grey', async () => {
    const photo = await decoded(await drawnPhoto(NINE_DRAWINGS[0]));
    const own = await analysed(photo);
    const veiled = await analysed(inOtherLight(photo, [1, 1, 1], 0.06));
    expect(veiled.cast.veil).toBeGreaterThan(0.04);
    expect(veiled.cast.veil).toBeLessThanOrEqual(0.06);
    const off = (a: AnalysedPhoto): number => Math.abs(a.tone.luminance - own.tone.luminance);
    expect(off(veiled)).toBeLessThan(0.5 * Math.abs(veiled.photoTone.luminance - own.photoTone.luminance));
  });

  it('leaves black black, white white and what has no cast untouched', () => {
    const planes = (): [Float32Array, Float32Array, Float32Array] => [
      Float32Array.of(0, 1, 0.5),
      Float32Array.of(0, 1, 0.4),
      Float32Array.of(0, 1, 0.3),
    ];
    const untouched = planes();
    removeCast(untouched, NO_CAST);
    expect(untouched).toEqual(planes());
    const changed = planes();
    removeCast(changed, { veil: 0.05, gains: [1.1, 1, 0.85] });
    expect(changed.map((plane) => [plane[0], plane[1]])).toEqual([
      [0, 1],
      [0, 1],
      [0, 1],
    ]);
    expect(changed[2][2]! / changed[0][2]!).toBeLessThan(0.3 / 0.5);
  });
});

const PEOPLE = hasPhotos ? readdirSync(join(photoFolder, 'people')).filter((name) => name.endsWith('.jpg')) : [];
/** Glasses that mirror a window, dark skin, and a window that throws its light into the lens. */
const NAMED = PEOPLE.filter((name) => ['01', '03', '25'].includes(name.slice(0, 2)));

describe('the cast of a real photo', () => {
  it.each(wholeOr(PEOPLE, NAMED))('is bounded: %s', async (name) => {
    const photo = await decoded(readFileSync(join(photoFolder, 'people', name)));
    const found = await analysePhoto(sharpPictures, await faceModels(), photo, 0);
    if (!found) return;
    const { tone, photoTone, cast } = found;
    expect(cast.veil > 0.02).toBe(name.startsWith('25'));
    expect(Math.abs(tone.redGreen - photoTone.redGreen)).toBeLessThan(0.22);
    expect(Math.abs(tone.blueGreen - photoTone.blueGreen)).toBeLessThan(0.22);
  });
});
