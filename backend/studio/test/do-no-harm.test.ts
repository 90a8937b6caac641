import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEFAULT_RETOUCH, RETOUCHES, type Retouch } from '../core/port.js';
import { blur } from '../core/raster/blur.js';
import type { Planes } from '../core/raster/guided-filter.js';
import type { Rgb } from '../core/raster/rgb.js';
import { lightnessOf } from '../core/raster/lab.js';
import { OVAL, type Point } from '../core/photo/landmarks.js';
import { fillPolygon, scalePolygon } from '../core/raster/polygon.js';
import { analysePhoto } from '../core/training/analyse.js';
import type { AnalysedPhoto } from '../core/training/analysed-photo.js';
import { cleanPhoto } from '../core/training/clean-photo.js';
import { removeCast } from '../core/training/cast.js';
import { frameFor, meshInCutout, type CutoutFrame } from '../core/training/cutout-frame.js';
import { findPortraitRoom, type PortraitRoom } from '../core/training/portrait-room.js';
import { retouchFace } from '../core/rendering/retouch.js';
import { prepareCutout, type PreparedCutout } from '../core/training/prepare-cutout.js';
import { sampleCutout } from '../core/training/sample-cutout.js';
import { skinReference, type SkinTone } from '../core/training/skin.js';
import { decodePhoto } from '../node/photo/decode.js';
import { sharpPictures } from '../node/pictures.js';
import { compareColours, ROUNDING, type ColourChange } from '../quality/compare-colours.js';
import { broken } from '../quality/figures.js';
import { drawnPhoto, NINE_DRAWINGS } from '../../test/support/drawn-faces.js';
import { faceModels } from './face-models.js';
import { hasPhotos, photoFolder } from './photo-sets.js';
import { isWhole, wholeOr } from './whole.js';

const FACE = isWhole ? 520 : 200;
/** Part of the face's oval whose skin is looked at. */
const INNER_FACE = 0.7;
/** Share of the energy of pores and fine lines that a retouch leaves at least. */
const LEAST_PORES = 0.88;

async function decoded(file: Uint8Array): Promise<Rgb> {
  const photo = await decodePhoto(file);
  if (typeof photo === 'string') throw new Error(photo);
  return photo;
}

/** A face's changes, and what is left of its texture. */
interface Comparison extends ColourChange {
  /** Energy of what is finer than blotches on the skin, and of the blotches. */
  pores: number;
  blotches: number;
}

/** A cutout and what the photo has in its frame, cleaned and in neutral light: `clean-photo.test.ts` bounds the cleaning. */
interface CutOut {
  prepared: PreparedCutout;
  frame: CutoutFrame;
  points: Point[];
  rgb: Planes;
}

/** A photo that allows portraits. */
interface Seen {
  photo: Rgb;
  analysed: AnalysedPhoto;
  room: PortraitRoom;
}

/** Null where a photo allows no portrait. */
async function see(file: Uint8Array): Promise<Seen | null> {
  const photo = await decoded(file);
  const analysed = await analysePhoto(sharpPictures, await faceModels(), photo, 0);
  if (!analysed) return null;
  const { personMask } = await faceModels();
  const room = await findPortraitRoom(sharpPictures, personMask, photo, analysed, 'check');
  return typeof room === 'string' ? null : { photo, analysed, room };
}

/** Cuts a photo out, with its own tone as reference unless another is given. */
async function cutOut(seen: Seen | null, reference?: SkinTone): Promise<CutOut | null> {
  if (!seen) return null;
  const { photo, analysed, room } = seen;
  const prepared = await prepareCutout(sharpPictures, photo, analysed, room, reference ?? analysed.tone, {
    artifact: 'cutout.webp',
    before: 'before.jpg',
    faceHeight: FACE,
    dimness: 0,
  });
  if (!prepared) return null;
  const frame = frameFor(analysed.face, FACE);
  const { rgb } = await sampleCutout(sharpPictures, cleanPhoto(photo, analysed.face, frame), frame);
  removeCast(rgb, analysed.cast);
  const points = meshInCutout(analysed.face, frame).map(([x, y]): Point => [x, y]);
  return { prepared, frame, points, rgb };
}

/** Retouches a copy of the cutout and compares it with the photo. */
function compare({ prepared, frame, points, rgb }: CutOut, retouch: Retouch): Comparison {
  const { width, height, faceHeight } = frame;
  const cutout = { ...prepared.picture, data: new Uint8Array(prepared.picture.data) };
  retouchFace(cutout, prepared.cutout, retouch);
  const inner = new Float32Array(width * height);
  fillPolygon(
    inner,
    width,
    height,
    scalePolygon(
      OVAL.map((i) => points[i]!),
      INNER_FACE,
    ),
  );
  const skin = [...inner.keys()].filter((i) => inner[i]! > 0);
  return {
    ...compareColours({ photo: rgb, cutout, points, faceHeight }),
    ...energies(cutout.data, width, height, faceHeight / 460, skin),
  };
}

/** What of these places' brightness is finer than a blotch, and what is as large as one, as sums of squares. */
function energies(data: Uint8Array, width: number, height: number, unit: number, places: readonly number[]) {
  const luma = new Float32Array(width * height);
  for (let i = 0; i < luma.length; i++)
    luma[i] = (0.3 * data[i * 4]! + 0.59 * data[i * 4 + 1]! + 0.11 * data[i * 4 + 2]!) / 255;
  const [fine, coarse] = [2.2, 13].map((sigma) => blur(luma, width, height, sigma * unit)) as [
    Float32Array,
    Float32Array,
  ];
  const sum = (of: (i: number) => number): number => places.reduce((all, i) => all + of(i) ** 2, 0);
  return { pores: sum((i) => luma[i]! - fine[i]!), blotches: sum((i) => fine[i]! - coarse[i]!) };
}

function assertHarmless(found: ColourChange): void {
  const { before, after, elsewhere, onFace, tint, becameSkin } = found;
  const [redder, yellower] = [after[1] - before[1], after[2] - before[2]];
  const lightness = after[0] / before[0] - 1;
  const colourShift = Math.hypot(redder, yellower);
  const figures = { elsewhere, onFace, tint, becameSkin, colourShift, redder, yellower, lightness };
  expect(broken(figures), JSON.stringify(figures)).toEqual([]);
}

/** Every retouch keeps the bounds; the more of it, the fewer blotches, and neither pores nor lightness go with them. */
function assertHarmlessAtEach(cutout: CutOut): void {
  const found = RETOUCHES.map((retouch) => compare(cutout, retouch));
  for (const one of found) assertHarmless(one);
  const [none, subtle, more] = found as [Comparison, Comparison, Comparison];
  expect(none.onFace, 'without retouch the face is the photo’s').toBeLessThanOrEqual(ROUNDING);
  for (const one of [subtle, more]) {
    expect(Math.abs(one.after[0] - none.after[0]), 'lighter or darker').toBeLessThanOrEqual(1.05);
    expect(one.pores / none.pores, 'pores').toBeGreaterThan(LEAST_PORES);
  }
  expect(subtle.blotches, 'blotches').toBeLessThan(none.blotches);
  // Where more would change the face, it is no more than subtle.
  expect(more.blotches, 'blotches').toBeLessThanOrEqual(subtle.blotches);
}

const PEOPLE = hasPhotos
  ? readdirSync(join(photoFolder, 'people'))
      .filter((name) => name.endsWith('.jpg'))
      .toSorted()
  : [];
/** A pale headscarf, curls in warm light, hands at the cheeks: what used to be painted over or gilded. */
const NAMED = PEOPLE.filter((name) => ['01', '02', '05'].includes(name.slice(0, 2)));

const seen = drawnPhoto(NINE_DRAWINGS[0]).then(see);
const drawn = seen.then(async (photo) => (await cutOut(photo))!);

describe('a cutout shows what the photo shows', () => {
  it.each(wholeOr(PEOPLE, NAMED))('%s', async (name) => {
    const found = await cutOut(await see(readFileSync(join(photoFolder, 'people', name))));
    if (found) assertHarmlessAtEach(found);
    else expect(NAMED).not.toContain(name);
  });

  it.each(wholeOr([...NINE_DRAWINGS.keys()], [0]))('drawing %i', async (i) => {
    assertHarmlessAtEach(i === 0 ? await drawn : (await cutOut(await see(await drawnPhoto(NINE_DRAWINGS[i]))))!);
  });
});

describe('the lightness of a face', () => {
  const tone = (luminance: number): SkinTone => ({ redGreen: 0.4, blueGreen: -0.4, luminance });

  it('of a whole set is left as it is, be it dark or light', () => {
    for (const luminance of [0.04, 0.09, 0.2, 0.45, 0.6])
      expect(skinReference([tone(luminance)], [1]).luminance).toBe(luminance);
  });

  it('is brought to that of the person’s other photos, or the photo is not used', async () => {
    const { analysed } = (await seen)!;
    for (const stops of wholeOr([-1.6, -0.8, -0.3, 0.3, 0.8, 1.6], [-0.8, 0.8, 1.6])) {
      const reference = { ...analysed.tone, luminance: analysed.tone.luminance * 2 ** stops };
      const cutout = await cutOut(await seen, reference);
      if (Math.abs(stops) > 1.5) expect(cutout).toBeNull();
      else {
        const found = compare(cutout!, DEFAULT_RETOUCH);
        const wanted = lightnessOf(reference.luminance) / lightnessOf(analysed.tone.luminance);
        expect(Math.abs(found.after[0] / found.before[0] / wanted - 1)).toBeLessThanOrEqual(0.06);
      }
    }
  });
});

describe('the retouch', () => {
  const retouched = ({ prepared: { picture, cutout } }: CutOut, retouch: Retouch, change = {}): Uint8Array => {
    const data = new Uint8Array(picture.data);
    retouchFace({ ...picture, data }, { ...cutout, ...change }, retouch);
    return data;
  };

  it('is not done again where the cutout has it in its colours', async () => {
    const cutout = await drawn;
    expect(Buffer.compare(retouched(cutout, 'subtle'), cutout.prepared.picture.data)).not.toBe(0);
    for (const retouch of RETOUCHES)
      expect(Buffer.compare(retouched(cutout, retouch, { isRetouched: true }), cutout.prepared.picture.data)).toBe(0);
  });

  it('changes nothing but the face’s skin', async () => {
    const cutout = await drawn;
    const { width, height } = cutout.frame;
    const face = new Float32Array(width * height);
    fillPolygon(
      face,
      width,
      height,
      scalePolygon(
        OVAL.map((i) => cutout.points[i]!),
        1.15,
      ),
    );
    const more = retouched(cutout, 'more');
    const changed = [...face.keys()].filter((i) =>
      [0, 1, 2, 3].some((c) => more[i * 4 + c] !== cutout.prepared.picture.data[i * 4 + c]),
    );
    expect(changed.length).toBeGreaterThan(1000);
    expect(changed.filter((i) => face[i] === 0)).toEqual([]);
    expect(changed.filter((i) => more[i * 4 + 3] !== cutout.prepared.picture.data[i * 4 + 3])).toEqual([]);
  });
});
