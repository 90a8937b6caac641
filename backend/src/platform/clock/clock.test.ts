import { afterEach, beforeEach, expect, it, vi } from 'vitest';

// It stands but for what a test says: a busy machine may take its time between two looks at it.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  vi.resetModules();
});
afterEach(() => void vi.useRealTimers());
const load = () => import('./clock.js');

it('is the time of this machine until the database was asked, and the database’s from then on', async () => {
  const { setTime, timeNow } = await load();
  expect(timeNow()).toBe(Date.now());
  const now = performance.now();
  setTime(1_000_000, now - 10, now);
  expect(timeNow()).toBe(1_000_005);
  vi.advanceTimersByTime(500);
  expect(timeNow()).toBe(1_000_505);
});

it('does not jump with an answer that was long on its way, and goes to the nearer bound of one that says otherwise', async () => {
  const { setTime, timeNow } = await load();
  const now = performance.now();
  setTime(1_000_000, now, now);
  vi.advanceTimersByTime(2_000);
  const slow = performance.now();
  // Asked two seconds ago, it may have been said at any time since.
  setTime(1_000_100, now, slow);
  expect(timeNow()).toBe(1_002_000);
  vi.advanceTimersByTime(100);
  setTime(1_010_000, slow, slow + 100);
  expect(timeNow()).toBe(1_010_000);
});
