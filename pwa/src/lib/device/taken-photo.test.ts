import 'fake-indexeddb/auto';
import { afterEach, expect, it, vi } from 'vitest';
import { wipeDevice } from './owner';
import { forgetTakenPhoto, keepTakenPhoto, takenPhoto } from './taken-photo';

const photo = new File([Uint8Array.of(255, 216, 255)], 'ich.jpg', { type: 'image/jpeg' });
const HOUR = 3_600_000;

afterEach(() => {
  vi.useRealTimers();
});

it('waits for an account, without its name, until it is used or forgotten', async () => {
  expect(await takenPhoto()).toBeNull();
  await keepTakenPhoto(photo);
  const taken = await takenPhoto();
  expect([taken?.name, taken?.type, taken?.size]).toEqual(['foto', 'image/jpeg', 3]);
  await forgetTakenPhoto();
  expect(await takenPhoto()).toBeNull();
});

it('is gone after a day, also for a clock that was set back', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 100 * HOUR });
  await keepTakenPhoto(photo);
  vi.setSystemTime(124 * HOUR - 1);
  expect(await takenPhoto()).not.toBeNull();
  vi.setSystemTime(124 * HOUR);
  expect(await takenPhoto()).toBeNull();
  vi.setSystemTime(100 * HOUR);
  expect(await takenPhoto()).toBeNull();
  await keepTakenPhoto(photo);
  vi.setSystemTime(99 * HOUR);
  expect(await takenPhoto()).toBeNull();
});

it('goes with everything else when the device is wiped', async () => {
  await keepTakenPhoto(photo);
  await wipeDevice();
  expect(await takenPhoto()).toBeNull();
});
