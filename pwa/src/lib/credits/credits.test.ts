import { expect, it } from 'vitest';
import { worthOf } from './index';

it.each([
  [-5, false, 0],
  [0, false, 0],
  [9, false, 0],
  [50, false, 40],
  [99, false, 72],
  [100, true, 0],
  [109, true, 0],
  [110, true, 8],
  [120, true, 16],
  [240, true, 112],
  [500, true, 320],
])('%i credits: profile %s, %i portraits', (credits, hasProfile, portraits) =>
  expect(worthOf(credits)).toEqual({ hasProfile, portraits }),
);
