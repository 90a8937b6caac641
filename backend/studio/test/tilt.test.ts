import { describe, expect, it } from 'vitest';
import { findFaces } from '../core/photo/faces.js';
import { frameFor } from '../core/training/cutout-frame.js';
import { measureTilt } from '../core/training/tilt.js';
import { decodePhoto } from '../node/photo/decode.js';
import { sharpPictures } from '../node/pictures.js';
import { drawnPhoto, NINE_DRAWINGS } from '../../test/support/drawn-faces.js';
import { faceModels } from './face-models.js';
import { wholeOr } from './whole.js';

const DEGREES = 180 / Math.PI;
const SIZE = { width: 640, height: 800 };
/** Nothing else decides about a tilt, see below. */
const LANDMARKS = { embedding: false, emotion: false };

/** How far a cutout of this drawing is turned, in degrees. */
async function turned(tilt: number, drawing: number): Promise<number> {
  const photo = await decodePhoto(await drawnPhoto({ ...NINE_DRAWINGS[drawing], ...SIZE, tilt }));
  if (typeof photo === 'string') throw new Error(photo);
  const library = await faceModels();
  const [face] = await findFaces(sharpPictures, library, photo, LANDMARKS);
  return frameFor(await measureTilt(sharpPictures, library, photo, face!), 208).angle * DEGREES;
}

describe('the tilt of a head', () => {
  it.each(wholeOr([0, 1], [0]))('of up to 5° is taken out to within 1°, drawing %i', async (drawing) => {
    // What the models see in the upright drawing is its own: no drawn face is quite even.
    const upright = await turned(0, drawing);
    expect(Math.abs(upright)).toBeLessThanOrEqual(1);
    for (const tilt of wholeOr([-5, -4, -3, -2, 2, 3, 4, 5], [-5, 3]))
      expect(Math.abs(tilt - (await turned(tilt, drawing)) + upright), `${tilt}°`).toBeLessThanOrEqual(1);
  });

  it.each([-12, 12])('of %i° is a pose: a part of it stays', async (tilt) => {
    const left = Math.abs(tilt - (await turned(tilt, 0)));
    expect(left).toBeGreaterThan(2);
    expect(left).toBeLessThan(5);
  });
});

it('is measured on the same landmarks whatever else is asked for, and the next look has everything again', async () => {
  const photo = await decodePhoto(await drawnPhoto({ ...NINE_DRAWINGS[0], ...SIZE, tilt: 4 }));
  if (typeof photo === 'string') throw new Error(photo);
  const library = await faceModels();
  const [plain] = await findFaces(sharpPictures, library, photo, LANDMARKS);
  const [whole] = await findFaces(sharpPictures, library, photo);
  expect(plain!.mesh).toEqual(whole!.mesh);
  expect([plain!.embedding.length, whole!.embedding.length]).toEqual([0, 1024]);
});
