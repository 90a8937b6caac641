// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createConnection, type Connection } from './connection';

let connection: Connection;
const network = (isOn: boolean) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOn);
  dispatchEvent(new Event(isOn ? 'online' : 'offline'));
};
const never = new AbortController().signal;

beforeEach(() => {
  vi.useFakeTimers();
  connection = createConnection();
  connection.start();
});

afterEach(() => {
  connection.stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('is tried again later each time the server does not answer, and soon again once it has', async () => {
  const waits = [2_000, 4_000, 8_000, 15_000, 30_000, 30_000];
  for (const wait of waits) {
    // Three uploads are lost at the same moment: one failure.
    for (let lost = 0; lost < 3; lost++) connection.lost();
    await vi.advanceTimersByTimeAsync(wait - 1);
    expect(connection.isDown()).toBe(true);
    await vi.advanceTimersByTimeAsync(1);
    expect(connection.isDown()).toBe(false);
  }
  connection.held();
  connection.lost();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(connection.isDown()).toBe(false);
});

it('goes with the network of the device, and cuts off what is under way', async () => {
  const cut = vi.fn();
  const unwatch = connection.onOffline(cut);
  network(false);
  expect([connection.isDown(), cut.mock.calls.length]).toEqual([true, 1]);
  const up = vi.fn();
  void connection.whenUp(never).then(up);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(up).not.toHaveBeenCalled();
  network(true);
  await vi.advanceTimersByTimeAsync(0);
  expect([connection.isDown(), up.mock.calls.length]).toEqual([false, 1]);
  unwatch();
  network(false);
  expect(cut).toHaveBeenCalledTimes(1);
});

it('does not believe for ever that there is no network', async () => {
  network(false);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(connection.isDown()).toBe(false);
});

it('is tried at once when the page comes back into view, or somebody asks', () => {
  connection.lost();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(connection.isDown()).toBe(false);
  connection.lost();
  connection.tryNow();
  expect(connection.isDown()).toBe(false);
});

it('lets go of who no longer wants to wait', async () => {
  const abort = new AbortController();
  connection.lost();
  const waiting = connection.whenUp(abort.signal);
  abort.abort(new Error('removed'));
  await expect(waiting).rejects.toThrow('removed');
  await expect(connection.whenUp(abort.signal)).rejects.toThrow('removed');
});
