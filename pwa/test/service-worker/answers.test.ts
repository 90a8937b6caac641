// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { freshDevice, useDevice } from '../device';
import { clearDeviceDatabase } from '~/lib/device/database';
import { answerCache, KEPT_HEADER } from '~/lib/device/names';
import { answerKeep } from '~/lib/device/owner';
import { answer } from '~/service-worker/answers';

useDevice();

const PETRA = 'a5a3f1a4-0000-4000-8000-000000000001';
const ask = () => answer(new Request(new URL('/api/v1/me', location.origin)));
const said = async () => {
  const response = await ask();
  return [response.status, await response.text(), response.headers.has(KEPT_HEADER)];
};

let all: ReturnType<typeof freshDevice>;
beforeEach(async () => {
  all = freshDevice();
  await clearDeviceDatabase();
  await answerKeep(PETRA, true);
});
afterEach(() => vi.restoreAllMocks());

const serverSays = (response: () => Response) =>
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => response());

it('gives the last answer where the server cannot be reached', async () => {
  serverSays(() => new Response('240'));
  expect(await said()).toEqual([200, '240', false]);
  serverSays(() => {
    throw new TypeError('Failed to fetch');
  });
  expect(await said()).toEqual([200, '240', true]);
});

it('gives the server’s answer on a device without space, and not the one of before', async () => {
  serverSays(() => new Response('240'));
  await ask();
  const full = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
  vi.spyOn(all.get(answerCache(PETRA))!, 'put').mockImplementation(full);
  serverSays(() => new Response('230'));
  expect(await said()).toEqual([200, '230', false]);
});
