import { expect, test } from 'vitest';
import { facts } from '../../src/facts/index.js';
import { MAX_PIXELS, MAX_SIDE, MIN_FACE_HEIGHT } from '@bildnis/studio/core';

// The app checks photos by the facts before it sends them; an engine does not read facts.
test('what the facts say of a photo is what the check goes by', () => {
  expect([facts.photos.maxPixels, facts.photos.maxSide, facts.photos.minFacePixels]).toEqual([
    MAX_PIXELS,
    MAX_SIDE,
    MIN_FACE_HEIGHT,
  ]);
});
