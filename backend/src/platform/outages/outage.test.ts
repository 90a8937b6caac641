import { Logger } from '@nestjs/common';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Outage, servicesAway, timeToEnd } from './outage.js';
import { withDeadline } from './with-deadline.js';

const told = vi.fn();
beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Logger.prototype, 'warn').mockImplementation(told);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  told.mockClear();
});

it('is told once at its begin and once at its end, however many connections notice, and how long it was', async () => {
  const outage = new Outage('Redis');
  outage.ended();
  outage.began('lost');
  outage.began('lost as well');
  await vi.advanceTimersByTimeAsync(2_000);
  outage.ended();
  await vi.advanceTimersByTimeAsync(3_000);
  outage.began('another one');
  await vi.advanceTimersByTimeAsync(3_000);
  outage.ended();
  outage.ended();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(told.mock.calls).toEqual([
    [{ service: 'Redis', reason: 'lost' }, 'Redis does not answer'],
    [{ service: 'Redis', seconds: 8 }, 'Redis answers again'],
  ]);
  outage.began('a second time');
  expect(told).toHaveBeenCalledTimes(3);
  outage.forget();
});

it('is away as long as one connection says so, and forgotten with the connection that can no longer see it end', () => {
  const [one, other] = [new Outage('Redis'), new Outage('Redis')];
  one.began('lost');
  expect([...servicesAway()]).toEqual([['Redis', true]]);
  expect(timeToEnd(60_000)).toBe(8_000);
  one.forget();
  expect([...servicesAway()]).toEqual([['Redis', false]]);
  expect(timeToEnd(60_000)).toBe(60_000);
  other.forget();
  expect([...servicesAway()]).toEqual([]);
});

it('is no longer waited for after a deadline, and what comes in time is handed on', async () => {
  const never = withDeadline(new Promise(() => undefined), 500);
  const late = expect(never).rejects.toThrow('timeout exceeded');
  await vi.advanceTimersByTimeAsync(500);
  await late;
  expect(await withDeadline(Promise.resolve('PONG'), 500)).toBe('PONG');
});
