import { expect, test } from 'vitest';
import { choosePhoto } from './choose-photo.js';

const photo = (id: string, quality: number, doubt: 'hands' | 'outline_unclear' | null = null) => ({
  id,
  analysis: { quality, doubt },
});

test('the best photo is shown, one with a doubt only for want of others, and none that gives no portrait', () => {
  const photos = [photo('unclear', 0.9, 'outline_unclear'), photo('hands', 0.8, 'hands'), photo('plain', 0.3)];
  expect(choosePhoto(photos, {})?.id).toBe('plain');
  expect(choosePhoto(photos.slice(0, 2), {})?.id).toBe('hands');
  expect(choosePhoto(photos.slice(0, 1), {})).toBeNull();
});

test('previews are made again for a photo that is clearly better, and for none that is hardly so', () => {
  const shown = { shown: 'first' };
  expect(choosePhoto([photo('first', 0.5), photo('hardly', 0.55)], shown)).toBeNull();
  expect(choosePhoto([photo('first', 0.5), photo('clearly', 0.6)], shown)?.id).toBe('clearly');
  expect(choosePhoto([photo('first', 0.9, 'hands'), photo('plain', 0.2)], shown)?.id).toBe('plain');
});

test('one that no longer counts, or of which none could be made, makes room for the next best', () => {
  expect(choosePhoto([photo('other', 0.2)], { shown: 'gone' })?.id).toBe('other');
  expect(choosePhoto([photo('first', 0.9), photo('other', 0.2)], { failed: 'first' })?.id).toBe('other');
  expect(choosePhoto([photo('first', 0.9)], { failed: 'first' })).toBeNull();
});
