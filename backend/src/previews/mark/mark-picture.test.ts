import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { markPicture } from './mark-picture.js';

const XMP = '<x:xmpmeta xmlns:x="adobe:ns:meta/"/>';
const GREY = 110;
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: GREY, g: GREY, b: GREY } } })
    .withXmp(XMP)
    .jpeg()
    .toBuffer();

describe('what may be seen before it is paid for', () => {
  test('is no larger than it may be, and says where it comes from', async () => {
    for (const most of [
      { width: 240, height: 300 },
      { width: 384, height: 480 },
    ]) {
      const { webp, width, height } = await markPicture(await plain(1024, 1280), most);
      expect({ width, height }).toEqual(most);
      expect(await sharp(webp).metadata()).toMatchObject({ format: 'webp', ...most, xmpAsString: XMP });
    }
    expect(await markPicture(await plain(64, 80), { width: 384, height: 480 })).toMatchObject({
      width: 64,
      height: 80,
    });
  });

  test('has the mark in every square that would do as a profile picture', async () => {
    const [width, height] = [384, 480];
    const { webp } = await markPicture(await plain(width, height), { width, height });
    const { data } = await sharp(webp).greyscale().raw().toBuffer({ resolveWithObject: true });
    const isMarked = (x: number, y: number): boolean => Math.abs(data[y * width + x]! - GREY) > 25;
    const side = 200;
    for (let top = 0; top + side <= height; top += 20)
      for (let left = 0; left + side <= width; left += 20) {
        let marked = 0;
        for (let y = top; y < top + side; y += 1)
          for (let x = left; x < left + side; x += 1) marked += Number(isMarked(x, y));
        expect(marked / side ** 2, `the square at ${left}, ${top}`).toBeGreaterThan(0.04);
      }
  });
});
