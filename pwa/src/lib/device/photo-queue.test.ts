import 'fake-indexeddb/auto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { clearDeviceDatabase, type QueuedPhoto } from './database';
import {
  assignPhotos,
  forgetPhoto,
  forgetPhotosOfProfile,
  forgetPhotosOfUser,
  isPhotoWaiting,
  keepOnlyPhotosOf,
  keepPhoto,
  waitingPhoto,
  waitingPhotos,
} from './photo-queue';

const photo = (key: string, part: Partial<QueuedPhoto> = {}): QueuedPhoto => ({
  key,
  userId: 'anna',
  profileId: null,
  name: `${key}.jpg`,
  type: 'image/jpeg',
  bytes: new Uint8Array([1, 2, 3]).buffer,
  queuedAt: 1,
  ...part,
});
const keys = async (userId = 'anna') => (await waitingPhotos(userId)).map(({ key, profileId }) => [key, profileId]);

afterEach(async () => {
  vi.unstubAllGlobals();
  await clearDeviceDatabase();
});

describe('photos that wait on the device', () => {
  it('come back whole, in the order they were chosen, and to their owner only', async () => {
    await keepPhoto(photo('b', { queuedAt: 2 }));
    await keepPhoto(photo('a', { queuedAt: 1, profileId: 'p1' }));
    await keepPhoto(photo('c', { userId: 'beat' }));
    expect(await keys()).toEqual([
      ['a', 'p1'],
      ['b', null],
    ]);
    expect(await keys('beat')).toEqual([['c', null]]);
    expect(new Uint8Array((await waitingPhoto('a'))?.bytes ?? new ArrayBuffer())).toEqual(new Uint8Array([1, 2, 3]));
  });

  it('go one by one', async () => {
    await keepPhoto(photo('a'));
    await keepPhoto(photo('b'));
    await forgetPhoto('a');
    expect([await isPhotoWaiting('a'), await isPhotoWaiting('b')]).toEqual([false, true]);
    expect([await waitingPhoto('a'), (await waitingPhoto('b'))?.key]).toEqual([undefined, 'b']);
  });

  it('take the draft that came into being, each only once and only their own', async () => {
    await keepPhoto(photo('a', { profileId: 'p1' }));
    await keepPhoto(photo('b'));
    await keepPhoto(photo('c', { userId: 'beat' }));
    await assignPhotos('anna', 'p2');
    expect([await keys(), await keys('beat')]).toEqual([
      [
        ['a', 'p1'],
        ['b', 'p2'],
      ],
      [['c', null]],
    ]);
  });

  it('go with their draft', async () => {
    await keepPhoto(photo('a', { profileId: 'p1' }));
    await keepPhoto(photo('b', { profileId: 'p2' }));
    await keepPhoto(photo('c'));
    await forgetPhotosOfProfile('anna', 'p1');
    expect(await keys()).toEqual([
      ['b', 'p2'],
      ['c', null],
    ]);
    await keepOnlyPhotosOf('anna', []);
    expect(await keys()).toEqual([['c', null]]);
  });

  it('go with the consent, of one user', async () => {
    await keepPhoto(photo('a'));
    await keepPhoto(photo('b', { userId: 'beat' }));
    await forgetPhotosOfUser('anna');
    expect([await keys(), await keys('beat')]).toEqual([[], [['b', null]]]);
  });

  it('do not wait where the browser keeps nothing, which is no error', async () => {
    vi.stubGlobal('indexedDB', undefined);
    vi.resetModules(); // a page that never had a database
    const queue = await import('./photo-queue');
    expect(await queue.keepPhoto(photo('a'))).toBe(false);
    expect([await queue.waitingPhotos('anna'), await queue.waitingPhoto('a')]).toEqual([[], undefined]);
    expect(await queue.isPhotoWaiting('a')).toBe(true);
    await expect(queue.forgetPhotosOfUser('anna')).resolves.toBeUndefined();
  });
});
