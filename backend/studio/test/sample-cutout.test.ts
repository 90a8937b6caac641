import { expect, it } from 'vitest';
import { sampleCutout } from '../core/training/sample-cutout.js';
import { createRandom } from '../core/raster/random.js';
import type { CutoutFrame } from '../core/training/cutout-frame.js';
import { sharpPictures } from '../node/pictures.js';

const FRAME: CutoutFrame = {
  width: 80,
  height: 96,
  faceHeight: 30,
  eyeX: 60,
  eyeY: 70,
  scale: 1,
  angle: 0.1,
};

function drawn(seed: number): { data: Uint8Array; width: number; height: number } {
  const random = createRandom(seed);
  return { data: Uint8Array.from({ length: 150 * 200 * 3 }, () => random() * 256), width: 150, height: 200 };
}

it('samples a frame again as it was, whatever became of the first sample', async () => {
  const photo = drawn(1);
  const first = await sampleCutout(sharpPictures, photo, FRAME);
  const planes = [...first.rgb, first.valid];
  const before = planes.map((plane) => plane.slice());
  for (const plane of planes) plane.fill(0);
  const second = await sampleCutout(sharpPictures, photo, FRAME);
  expect([...second.rgb, second.valid]).toEqual(before);
  for (const plane of second.rgb) plane.fill(0);
  const third = await sampleCutout(sharpPictures, photo, { ...FRAME });
  expect([...third.rgb, third.valid]).toEqual(before);
});

it('samples another frame, another photo and chosen places anew', async () => {
  const photo = drawn(2);
  const { rgb } = await sampleCutout(sharpPictures, photo, FRAME);
  const red = rgb[0].slice();
  for (const other of [
    { ...FRAME, angle: 0 },
    { ...FRAME, eyeX: 61 },
    { ...FRAME, scale: 1.05 },
  ])
    expect((await sampleCutout(sharpPictures, photo, other)).rgb[0]).not.toEqual(red);
  expect((await sampleCutout(sharpPictures, drawn(3), FRAME)).rgb[0]).not.toEqual(red);
  const nowhere = new Float32Array(FRAME.width * FRAME.height);
  const [unread] = (await sampleCutout(sharpPictures, photo, FRAME, nowhere)).rgb;
  expect(unread).not.toEqual(red);
});
