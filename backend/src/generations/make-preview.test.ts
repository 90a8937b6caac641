import sharp from 'sharp';
import { expect, test } from 'vitest';
import { makePreview } from './make-preview.js';
import { PREVIEWS } from './portrait-previews.js';

const MARK = '<x:xmpmeta xmlns:x="adobe:ns:meta/"/>';
const picture = (width: number) =>
  sharp({ create: { width, height: width * 1.25, channels: 3, background: '#777777' } })
    .withXmp(MARK)
    .jpeg()
    .toBuffer();

test('a portrait comes in two widths, as WebP and with nothing but the picture and its mark in it', async () => {
  const portrait = await picture(1024);
  expect(PREVIEWS.map(({ variant }) => variant)).toEqual(['preview', 'preview-960']);
  for (const [index, width] of [480, 960].entries()) {
    const facts = await sharp(await makePreview(portrait, PREVIEWS[index]!)).metadata();
    expect(facts).toMatchObject({ format: 'webp', width, height: width * 1.25 });
    expect([facts.exif, facts.xmpAsString]).toEqual([undefined, MARK]);
  }
});

test('one that is smaller is not blown up', async () => {
  const portrait = await picture(256);
  for (const preview of PREVIEWS)
    expect((await sharp(await makePreview(portrait, preview)).metadata()).width).toBe(256);
});
