import { beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => void vi.resetModules());
const load = () => import('./clock.js');

it('is the time of this machine until the database was asked, and the database’s from then on', async () => {
  const { setTime, timeNow } = await load();
  expect(Math.abs(timeNow() - Date.now())).toBeLessThan(50);
  const now = performance.now();
  setTime(1_000_000, now - 10, now);
  expect(timeNow()).toBeGreaterThanOrEqual(1_000_005);
  expect(timeNow()).toBeLessThan(1_001_000);
});

it('does not jump with an answer that was long on its way, and goes to the nearer bound of one that says otherwise', async () => {
  const { setTime, timeNow } = await load();
  const now = performance.now();
  setTime(1_000_000, now, now);
  const slow = now + 2_000;
  // Asked two seconds ago, it may have been said at any time since.
  setTime(1_000_100, now, slow);
  expect(Math.round(timeNow() - (performance.now() - slow))).toBeCloseTo(1_002_000, -1);
  setTime(1_010_000, slow, slow + 100);
  expect(Math.round(timeNow() - (performance.now() - slow - 100))).toBeCloseTo(1_010_000, -1);
});
