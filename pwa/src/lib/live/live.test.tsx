import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { StateProvider, store } from '~/lib/state';
import { fakeLiveConnection } from '../../../test/live-connection';
import { POLL_INTERVAL, useLive, useLiveConnection, usePollingFallback, useConnected } from '.';

let live: ReturnType<typeof fakeLiveConnection>;

beforeEach(() => {
  vi.useFakeTimers();
  live = fakeLiveConnection();
});
afterEach(() => vi.useRealTimers());

function show(Part: () => null) {
  return render(
    <StateProvider store={store}>
      <Part />
    </StateProvider>,
  );
}
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

it('asks every 15 s while sockets cannot connect, once when they can, and not between', async () => {
  expect(POLL_INTERVAL).toBe(15_000);
  const refresh = vi.fn();
  const { unmount } = show(() => {
    useLiveConnection();
    usePollingFallback(true, refresh);
    return null;
  });
  await pass(14_999);
  expect(refresh).not.toHaveBeenCalled();
  await pass(1);
  expect(refresh).toHaveBeenCalledTimes(1);
  await pass(15_000);
  expect(refresh).toHaveBeenCalledTimes(2);
  live.tell('connected');
  expect(refresh).toHaveBeenCalledTimes(3);
  await pass(60_000);
  expect(refresh).toHaveBeenCalledTimes(3);
  live.tell('disconnected');
  await pass(15_000);
  expect(refresh).toHaveBeenCalledTimes(4);
  unmount();
  expect(live.isClosed()).toBe(true);
});

it('does not ask where nothing is under way', async () => {
  const refresh = vi.fn();
  show(() => (useLiveConnection(), usePollingFallback(false, refresh), null));
  await pass(60_000);
  live.tell('connected');
  expect(refresh).not.toHaveBeenCalled();
});

it('catches up with every connection, also the first: nothing was heard before it', async () => {
  const catchUp = vi.fn();
  show(() => (useLiveConnection(), useConnected(catchUp), null));
  expect(catchUp).not.toHaveBeenCalled();
  live.tell('connected');
  expect(catchUp).toHaveBeenCalledTimes(1);
  live.tell('disconnected');
  expect(catchUp).toHaveBeenCalledTimes(1);
  live.tell('connected');
  expect(catchUp).toHaveBeenCalledTimes(2);
});

it('hears an event as long as the screen is there', () => {
  const hear = vi.fn();
  const { unmount } = show(() => (useLiveConnection(), useLive('credits.changed', hear), null));
  live.tell('credits.changed', { balance: 3 });
  unmount();
  live.tell('credits.changed', { balance: 4 });
  expect(hear.mock.calls).toEqual([[{ balance: 3 }]]);
});
