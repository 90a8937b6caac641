import { expect, it } from 'vitest';
import { nextPhoto } from './next-photo';

const photo = (id: string, used = true, choice: 'auto' | 'exclude' = 'auto') => ({ id, used, choice });

it('goes round the photos that portraits are made of', () => {
  const photos = [photo('a'), photo('unused', false), photo('excluded', true, 'exclude'), photo('b'), photo('c')];
  expect([nextPhoto(photos, 'a'), nextPhoto(photos, 'b'), nextPhoto(photos, 'c')]).toEqual(['b', 'c', 'a']);
  expect(nextPhoto(photos, 'excluded')).toBe('a');
  expect(nextPhoto(photos, null)).toBe('a');
});

it('offers nothing where there is no other', () => {
  expect(nextPhoto([photo('a')], 'a')).toBeNull();
  expect(nextPhoto([], null)).toBeNull();
});
