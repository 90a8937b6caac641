import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Rgb } from '../core/raster/rgb.js';
import { labOf, lightnessOf } from '../core/raster/lab.js';
import { median } from '../core/raster/numbers.js';
import { OVAL } from '../core/photo/landmarks.js';
import { fillPolygon, scalePolygon } from '../core/raster/polygon.js';
import { analysePhoto } from '../core/training/analyse.js';
import { removeCast } from '../core/training/cast.js';
import { frameFor, meshInCutout } from '../core/training/cutout-frame.js';
import { findPortraitRoom } from '../core/training/portrait-room.js';
import { prepareCutout } from '../core/training/prepare-cutout.js';
import { sampleCutout } from '../core/training/sample-cutout.js';
import { skinReference, type SkinTone } from '../core/training/skin.js';
import { decodePhoto } from '../node/photo/decode.js';
import { sharpPictures } from '../node/pictures.js';
import { drawnPhoto, NINE_DRAWINGS } from '../../test/support/drawn-faces.js';
import { faceModels } from './face-models.js';
import { hasPhotos, photoFolder } from './photo-sets.js';
import { isWhole, wholeOr } from './whole.js';

const FACE = isWhole ? 520 : 200;
/** Largest change of a display value that is no painting: blotches that fade, and rounding elsewhere. */
const MOST_RETOUCH = 0.1;
const ROUNDING = 3 / 255;
/** How far from the outline, in faces, its old background may have been taken out of the colours. */
const EDGE = 0.06;

async function decoded(file: Uint8Array): Promise<Rgb> {
  const photo = await decodePhoto(file);
  if (typeof photo === 'string') throw new Error(photo);
  return photo;
}

const lumaOf = (colour: readonly number[]): number => 0.3 * colour[0]! + 0.59 * colour[1]! + 0.11 * colour[2]!;

/** What one photo's cutout shows in comparison with the photo itself. */
interface Comparison {
  /** Largest changes of a display value away from the outline, on the face and elsewhere: hair, clothes, hands, neck. */
  onFace: number;
  elsewhere: number;
  /** Largest change of a display value on the face beyond a change of brightness. */
  tint: number;
  /** Skin's median colour before and after. */
  before: readonly [number, number, number];
  after: readonly [number, number, number];
}

/** Cuts a photo out with its own tone as reference, and compares it with the photo in neutral light. Null where it allows no portrait. */
async function compare(file: Uint8Array, reference?: SkinTone): Promise<Comparison | null> {
  const photo = await decoded(file);
  const analysed = await analysePhoto(sharpPictures, await faceModels(), photo, 0);
  if (!analysed) return null;
  const { personMask } = await faceModels();
  const room = await findPortraitRoom(sharpPictures, personMask, photo, analysed, 'check');
  if (typeof room === 'string') return null;
  const prepared = await prepareCutout(sharpPictures, photo, analysed, room, reference ?? analysed.tone, {
    artifact: 'cutout.webp',
    before: 'before.jpg',
    faceHeight: FACE,
    dimness: 0,
  });
  if (!prepared) return null;
  const frame = frameFor(analysed.face, FACE);
  const { rgb } = await sampleCutout(sharpPictures, photo, frame);
  removeCast(rgb, analysed.cast);
  const { width, height } = frame;
  const { data } = prepared.picture;
  const mesh = meshInCutout(analysed.face, frame);
  const oval = OVAL.map((i) => [mesh[i]![0], mesh[i]![1]] as const);
  const [inOval, inFace] = [new Float32Array(width * height), new Float32Array(width * height)];
  fillPolygon(inOval, width, height, scalePolygon(oval, 0.7));
  fillPolygon(inFace, width, height, scalePolygon(oval, 1.15));
  const reach = Math.round(EDGE * frame.faceHeight);
  const isDeep = (i: number): boolean =>
    [reach, reach >> 1].every((far) =>
      [-1, 0, 1].every((dy) => [-1, 0, 1].every((dx) => data[(i + far * (dy * width + dx)) * 4 + 3] === 255)),
    );
  const found = { onFace: 0, elsewhere: 0, tint: 0 };
  const skin: number[] = [];
  for (let y = reach; y < height - reach; y += 2) {
    for (let x = reach; x < width - reach; x += 2) {
      const i = y * width + x;
      if (!isDeep(i)) continue;
      const [old, now] = [0, 1, 2].reduce<[number[], number[]]>(
        ([a, b], c) => [
          [...a, rgb[c as 0 | 1 | 2][i]!],
          [...b, data[i * 4 + c]! / 255],
        ],
        [[], []],
      );
      const change = Math.max(...old.map((v, c) => Math.abs(v - now[c]!)));
      if (inFace[i] === 0) found.elsewhere = Math.max(found.elsewhere, change);
      else {
        found.onFace = Math.max(found.onFace, change);
        // One factor for all channels is brightness; what is left is tint.
        const factor = lumaOf(now) / (lumaOf(old) + 1e-3);
        found.tint = Math.max(found.tint, ...old.map((v, c) => Math.abs(Math.min(1, v * factor) - now[c]!)));
      }
      if (inOval[i]! > 0) skin.push(i);
    }
  }
  const labAt = (of: (i: number, c: 0 | 1 | 2) => number): [number, number, number] => {
    const all = skin.map((i) => labOf(of(i, 0), of(i, 1), of(i, 2)));
    return [0, 1, 2].map((k) => median(all.map((lab) => lab[k]!))) as [number, number, number];
  };
  return { ...found, before: labAt((i, c) => rgb[c][i]!), after: labAt((i, c) => data[i * 4 + c]! / 255) };
}

function assertHarmless(found: Comparison): void {
  const { before, after } = found;
  expect(found.elsewhere, 'hair, clothes, hands and neck are the photo’s').toBeLessThanOrEqual(ROUNDING);
  expect(found.onFace, 'nothing on the face is painted over').toBeLessThanOrEqual(MOST_RETOUCH);
  expect(found.tint, 'no pixel’s tint changes').toBeLessThanOrEqual(0.02);
  expect(Math.hypot(after[1] - before[1], after[2] - before[2]), 'change of colour').toBeLessThanOrEqual(4);
  expect(after[1] - before[1], 'redder').toBeLessThanOrEqual(0.5);
  expect(after[2] - before[2], 'yellower').toBeLessThanOrEqual(0.5);
  expect(Math.abs(after[0] / before[0] - 1), 'change of lightness').toBeLessThanOrEqual(0.06);
}

const PEOPLE = hasPhotos
  ? readdirSync(join(photoFolder, 'people'))
      .filter((name) => name.endsWith('.jpg'))
      .toSorted()
  : [];
/** A pale headscarf, curls in warm light, hands at the cheeks: what used to be painted over or gilded. */
const NAMED = PEOPLE.filter((name) => ['01', '02', '05'].includes(name.slice(0, 2)));

describe('a cutout shows what the photo shows', () => {
  it.each(wholeOr(PEOPLE, NAMED))('%s', async (name) => {
    const found = await compare(readFileSync(join(photoFolder, 'people', name)));
    if (found) assertHarmless(found);
    else expect(NAMED).not.toContain(name);
  });

  it.each(wholeOr(NINE_DRAWINGS, NINE_DRAWINGS.slice(0, 1)).map((drawing, i) => [i, drawing] as const))(
    'drawing %i',
    async (_, drawing) => {
      assertHarmless((await compare(await drawnPhoto(drawing)))!);
    },
  );
});

describe('the lightness of a face', () => {
  const tone = (luminance: number): SkinTone => ({ redGreen: 0.4, blueGreen: -0.4, luminance });

  it('of a whole set is left as it is, be it dark or light', () => {
    for (const luminance of [0.04, 0.09, 0.2, 0.45, 0.6])
      expect(skinReference([tone(luminance)], [1]).luminance).toBe(luminance);
  });

  it('is brought to that of the person’s other photos, or the photo is not used', async () => {
    const file = await drawnPhoto(NINE_DRAWINGS[0]);
    const analysed = (await analysePhoto(sharpPictures, await faceModels(), await decoded(file), 0))!;
    for (const stops of wholeOr([-1.6, -0.8, -0.3, 0.3, 0.8, 1.6], [-0.8, 0.8, 1.6])) {
      const reference = { ...analysed.tone, luminance: analysed.tone.luminance * 2 ** stops };
      const found = await compare(file, reference);
      if (Math.abs(stops) > 1.5) expect(found).toBeNull();
      else {
        const wanted = lightnessOf(reference.luminance) / lightnessOf(analysed.tone.luminance);
        expect(Math.abs(found!.after[0] / found!.before[0] / wanted - 1)).toBeLessThanOrEqual(0.06);
      }
    }
  });
});
