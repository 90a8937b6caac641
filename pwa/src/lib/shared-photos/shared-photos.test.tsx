import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isBusy } from '~/lib/busy';
import { facts } from '~/lib/facts';
import { beginSession, forgetSession, type Me } from '~/lib/session';
import { StateProvider, store } from '~/lib/state';
import { photoOf, withLaunchQueue, withoutShares, withWorker } from '../../../test/shared-photos';
import { forgetShared, receiveShared, useIsAwaited, useSharedPhotos } from '.';

const anna = { id: 'anna' } as Me;
const beat = { id: 'beat' } as Me;
const { maxKept, maxBytes } = facts.photos;

beforeEach(() => {
  vi.useFakeTimers();
  forgetSession();
  forgetShared();
});
afterEach(() => {
  forgetShared();
  withoutShares();
  vi.useRealTimers();
});

const tick = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms));

/** What this page has of them: their names and how many more there were, or whether they are still awaited. */
function watch(): () => (string | number)[] | 'awaited' | null {
  const { result } = renderHook(() => ({ shared: useSharedPhotos(), isAwaited: useIsAwaited() }), {
    wrapper: ({ children }) => <StateProvider store={store}>{children}</StateProvider>,
  });
  return () => {
    const { shared, isAwaited } = result.current;
    if (!shared) return isAwaited ? 'awaited' : null;
    return [...shared.photos.map(({ name }) => name), ...(shared.surplus ? [shared.surplus] : [])];
  };
}

it('takes over what the service worker has, and holds off reloads of the app’s own until they are let go', async () => {
  withWorker([photoOf('eins'), photoOf('zwei')]);
  const held = watch();
  act(receiveShared);
  expect(held()).toBe('awaited');
  await tick();
  expect([held(), isBusy()]).toEqual([['eins', 'zwei'], true]);
  act(forgetShared);
  expect([held(), isBusy()]).toEqual([null, false]);
});

it('takes files that were opened with the app, also those that come late', async () => {
  const open = withLaunchQueue();
  withWorker(null);
  const held = watch();
  act(receiveShared);
  await tick(2_000);
  expect(held()).toBe('awaited');
  await tick(2_000);
  expect(held()).toBeNull();
  open(photoOf('spät'));
  await tick();
  expect(held()).toEqual(['spät']);
});

it('knows when there is nobody to have them from', async () => {
  const held = watch();
  act(receiveShared);
  await tick(4_000);
  expect(held()).toBeNull();
});

it('takes no more than a draft can hold, in number and in bytes, and counts the rest', async () => {
  const held = watch();
  const open = withLaunchQueue();
  const names = Array.from({ length: maxKept }, (_, index) => `${index}`);
  withWorker([...names, 'zu viel', 'zu viel'].map((name) => photoOf(name)));
  act(receiveShared);
  await tick();
  expect(held()).toEqual([...names, 2]);
  open(photoOf('noch eins'));
  await tick();
  expect(held()).toEqual([...names, 3]);
  act(forgetShared);
  open(photoOf('riesig', maxKept * maxBytes), photoOf('eins mehr'));
  await tick();
  expect(held()).toEqual(['riesig', 1]);
});

it('keeps them through a sign-in, and lets them go with that customer’s session', async () => {
  withWorker([photoOf('eins')]);
  const held = watch();
  act(receiveShared);
  await tick();
  act(() => beginSession(anna));
  expect(held()).toEqual(['eins']);
  act(forgetSession);
  expect(held()).toBeNull();
});

it('never offers one customer’s photos to another', async () => {
  act(() => beginSession(anna));
  withWorker([photoOf('eins')]);
  const held = watch();
  act(receiveShared);
  await tick();
  expect(held()).toEqual(['eins']);
  act(() => beginSession(beat));
  expect(held()).toBeNull();
});

it('lets them go after half an hour', async () => {
  withWorker([photoOf('eins')]);
  const held = watch();
  act(receiveShared);
  await tick(29 * 60_000);
  expect(held()).toEqual(['eins']);
  await tick(60_000);
  expect([held(), isBusy()]).toEqual([null, false]);
});
