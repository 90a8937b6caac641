import { expect, test } from 'vitest';
import { facts } from '../../src/facts/index.js';
import { MAX_CUTOUTS, MAX_PIXELS, MAX_SIDE, MIN_FACE_HEIGHT } from '@bildnis/studio/core';

// The app checks photos by the facts before it sends them; an engine does not read facts.
test('what the facts say of a photo is what the check goes by', () => {
  expect([facts.photos.maxPixels, facts.photos.maxSide, facts.photos.minFacePixels]).toEqual([
    MAX_PIXELS,
    MAX_SIDE,
    MIN_FACE_HEIGHT,
  ]);
});

// The start page shows a specimen of the receipt for a deleted profile with this number.
test('a profile keeps as many cutouts as the facts say', () => {
  expect(facts.profile.mostCutouts).toBe(MAX_CUTOUTS);
});
