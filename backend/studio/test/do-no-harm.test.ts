import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Rgb } from '../core/raster/rgb.js';
import { lightnessOf } from '../core/raster/lab.js';
import type { Point } from '../core/photo/landmarks.js';
import { analysePhoto } from '../core/training/analyse.js';
import { removeCast } from '../core/training/cast.js';
import { frameFor, meshInCutout } from '../core/training/cutout-frame.js';
import { findPortraitRoom } from '../core/training/portrait-room.js';
import { prepareCutout } from '../core/training/prepare-cutout.js';
import { sampleCutout } from '../core/training/sample-cutout.js';
import { skinReference, type SkinTone } from '../core/training/skin.js';
import { decodePhoto } from '../node/photo/decode.js';
import { sharpPictures } from '../node/pictures.js';
import { compareColours, type ColourChange } from '../quality/compare-colours.js';
import { broken } from '../quality/figures.js';
import { drawnPhoto, NINE_DRAWINGS } from '../../test/support/drawn-faces.js';
import { faceModels } from './face-models.js';
import { hasPhotos, photoFolder } from './photo-sets.js';
import { isWhole, wholeOr } from './whole.js';

const FACE = isWhole ? 520 : 200;

async function decoded(file: Uint8Array): Promise<Rgb> {
  const photo = await decodePhoto(file);
  if (typeof photo === 'string') throw new Error(photo);
  return photo;
}

/** Cuts a photo out with its own tone as reference, and compares it with the photo in neutral light. Null where it allows no portrait. */
async function compare(file: Uint8Array, reference?: SkinTone): Promise<ColourChange | null> {
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
  const points = meshInCutout(analysed.face, frame).map(([x, y]): Point => [x, y]);
  return compareColours({ photo: rgb, cutout: prepared.picture, points, faceHeight: frame.faceHeight });
}

function assertHarmless(found: ColourChange): void {
  const { before, after, elsewhere, onFace, tint, becameSkin } = found;
  const [redder, yellower] = [after[1] - before[1], after[2] - before[2]];
  const lightness = after[0] / before[0] - 1;
  const colourShift = Math.hypot(redder, yellower);
  const figures = { elsewhere, onFace, tint, becameSkin, colourShift, redder, yellower, lightness };
  expect(broken(figures), JSON.stringify(figures)).toEqual([]);
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
