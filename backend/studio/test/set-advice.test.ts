import { expect, test } from 'vitest';
import { adviseSet } from '../core/photo/set-advice.js';
import type { PhotoAnalysis } from '../core/port.js';

/** A varied set of good photos: turned, bright, near, all different, in different clothes. */
const good = (count = 8): PhotoAnalysis[] =>
  Array.from({ length: count }, (_, i) => ({
    quality: 0.8,
    faceHeight: 400,
    yaw: -0.3 + (0.6 * i) / (count - 1),
    roll: 0,
    embedding: '',
    perceptualHash: [
      'ffffffff00000000',
      '00000000ffffffff',
      'ffff0000ffff0000',
      '0000ffff0000ffff',
      'ff00ff00ff00ff00',
      '00ff00ff00ff00ff',
      'f0f0f0f0f0f0f0f0',
      '0f0f0f0f0f0f0f0f',
    ][i % 8]!,
    faceLight: 140,
    clothes: [20 * i, 90, 200 - 20 * i],
  }));
const all = (change: (photo: PhotoAnalysis, index: number) => Partial<PhotoAnalysis>) =>
  good().map((photo, index) => ({ ...photo, ...change(photo, index) }));

test('a varied set needs none', () => expect(adviseSet(good())).toEqual([]));
test('a few photos are too few to tell', () =>
  expect(adviseSet(all(() => ({ yaw: 0, faceLight: 40 })).slice(0, 4))).toEqual([]));
test('somebody who is still taking photos hears of it sooner', () =>
  expect(adviseSet(all(() => ({ yaw: 0, faceLight: 40 })).slice(0, 3), 3)).toEqual(['angles', 'light']));
test.each([
  ['angles', all(() => ({ yaw: 0.05 }))],
  ['light', all((_, i) => ({ faceLight: i < 5 ? 70 : 150 }))],
  ['closer', all((_, i) => ({ faceHeight: i < 5 ? 160 : 500 }))],
  ['near_duplicates', all((_, i) => (i < 3 ? { perceptualHash: 'ffffffff00000000' } : {}))],
  ['outfits', all((_, i) => ({ clothes: [60 + i, 60, 64] }))],
])('%s', (advice, photos) => expect(adviseSet(photos)).toEqual([advice]));
test.each([
  ['half of them dark', all((_, i) => ({ faceLight: i < 4 ? 70 : 150 }))],
  ['two alike', all((_, i) => (i < 2 ? { perceptualHash: 'ffffffff00000000' } : {}))],
  ['one in other clothes', all((_, i) => ({ clothes: i === 0 ? [200, 30, 30] : [60, 60, 64] }))],
  ['most without clothes in the picture', all((_, i) => ({ clothes: i < 4 ? [60, 60, 64] : null }))],
  ['photos from before it was measured', all(() => ({ faceLight: undefined, clothes: undefined }))],
])('%s need none', (_, photos) => expect(adviseSet(photos as PhotoAnalysis[])).toEqual([]));
