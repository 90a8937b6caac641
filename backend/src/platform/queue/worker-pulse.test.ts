import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Config } from '../../config/index.js';
import { WorkerPulse } from './worker-pulse.js';

class Pulse extends WorkerPulse {
  ends = 0;
  protected override end(): void {
    this.ends += 1;
  }
}

let pulse: Pulse;
beforeEach(async () => {
  vi.useFakeTimers();
  pulse = new Pulse({ healthPort: null } as Config);
  await pulse.onApplicationBootstrap();
});
afterEach(() => {
  pulse.beforeApplicationShutdown();
  vi.useRealTimers();
});

it('ends a worker whose relay round has not come to its end for a minute', async () => {
  const round = Promise.withResolvers<void>();
  const running = pulse.during('relay round', () => round.promise);
  await vi.advanceTimersByTimeAsync(59_000);
  expect([pulse.stuckIn, pulse.ends]).toEqual([null, 0]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(pulse.stuckIn).toBe('relay round');
  expect(pulse.ends).toBeGreaterThan(0);
  round.resolve();
  await running;
  expect(pulse.stuckIn).toBeNull();
});

it('does not mind rounds that end, also badly, nor that there is nothing to do', async () => {
  for (let minute = 0; minute < 3; minute += 1) {
    await expect(
      pulse.during('lease renewal', () => Promise.reject(new Error('the database is away'))),
    ).rejects.toThrow();
    await vi.advanceTimersByTimeAsync(61_000);
  }
  expect([pulse.stuckIn, pulse.ends]).toEqual([null, 0]);
});

it('says so where it is asked', async () => {
  vi.useRealTimers();
  const asked = new Pulse({ healthPort: 0 } as Config);
  await asked.onApplicationBootstrap();
  const live = await fetch(`http://127.0.0.1:${asked.port}/api/v1/health/live`);
  expect([live.status, await live.json()]).toEqual([200, { status: 'ok' }]);
  expect((await fetch(`http://127.0.0.1:${asked.port}/`)).status).toBe(404);
  asked.beforeApplicationShutdown();
});
