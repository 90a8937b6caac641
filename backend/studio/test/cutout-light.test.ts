import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { Cutout } from '../core/descriptor.js';
import { placePerson } from '../core/rendering/place-person.js';
import { sharpPictures } from '../node/pictures.js';
import { applyGains } from '../core/training/skin.js';
import { decode, encode } from '../core/raster/srgb.js';

test('lifting a face before a window leaves the window’s light on hair and collar alone', () => {
  const light = Float32Array.from({ length: 101 }, (_, i) => i / 100);
  const grey = Float32Array.from(light, encode);
  const planes = [grey.slice(), grey.slice(), grey.slice()] as const;
  applyGains(planes, [1.9, 1.9, 1.9], 0.1);
  const lifted = Float32Array.from(planes[0], decode);
  expect(lifted[10]! / light[10]!).toBeCloseTo(1.9, 1);
  expect(lifted[80]).toBeLessThan(0.82);
  expect(lifted[80]! - lifted[60]!).toBeGreaterThan(0.1);
  for (let i = 1; i < lifted.length; i++) expect(lifted[i]).toBeGreaterThan(lifted[i - 1]!);
});

test('darkening a face darkens everything alike', () => {
  const planes = [0.2, 0.5, 0.9].map((v) => Float32Array.of(encode(v), encode(v))) as unknown as readonly [
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  applyGains(planes, [0.7, 0.7, 0.7], 0.3);
  expect(planes.map((plane) => decode(plane[0]!) / 0.7)).toEqual([0.2, 0.5, 0.9].map((v) => expect.closeTo(v, 2)));
});

test('a person fills the portrait to its edges, wherever the crop begins', async () => {
  const [width, height] = [300, 375];
  const rgba = Buffer.alloc(width * height * 4, 255);
  // One clear pixel, far from every crop, keeps the file's alpha.
  rgba[3] = 0;
  const webp = await sharp(rgba, { raw: { width, height, channels: 4 } })
    .webp({ lossless: true })
    .toBuffer();
  const cutout = { width, height, mesh: [], scale: 1 } as unknown as Cutout;
  for (const x of [20, 20.3, 20.5, 20.7, 20.95]) {
    const person = await placePerson(
      sharpPictures,
      await sharpPictures.decode(webp),
      cutout,
      { x, y: x + 0.1, width: 80.4, height: 100.5 },
      256,
      320,
    );
    expect(person.rgba).toHaveLength(256 * 320 * 4);
    expect(person.rgba.filter((v, i) => i % 4 === 3 && v < 255)).toHaveLength(0);
  }
  const beyond = await placePerson(
    sharpPictures,
    await sharpPictures.decode(webp),
    cutout,
    { x: -20, y: 10, width: 80, height: 100 },
    256,
    320,
  );
  expect([0, 63, 64].map((x) => beyond.rgba[x * 4 + 3])).toEqual([0, 0, 255]);
});
