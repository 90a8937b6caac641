import { describe, expect, test } from 'vitest';
import { facts } from '../../facts/index.js';
import { HOUR, SECOND } from '../../platform/clock/index.js';
import { nextAttempt } from './retry-schedule.js';

const { retryHours } = facts.webhooks;

describe('the schedule', () => {
  test.each([0, 0.5, 0.999])(
    'waits longer each time and ends within the hours that are promised (chance %d)',
    (chance) => {
      const begun = new Date('2026-11-22T08:00:00Z');
      const times = [begun];
      for (let next = nextAttempt(1, begun, begun, chance); next; next = nextAttempt(times.length, begun, next, chance))
        times.push(next);
      const waits = times.slice(1).map((time, index) => time.getTime() - times[index]!.getTime());
      expect(waits.toSorted((a, b) => a - b)).toEqual(waits);
      expect(waits[0]).toBeLessThanOrEqual(11 * SECOND);
      expect(times.at(-1)!.getTime() - begun.getTime()).toBeLessThanOrEqual(retryHours * HOUR);
      expect(times.at(-1)!.getTime() - begun.getTime()).toBeGreaterThan((retryHours - 6) * HOUR);
      expect(times).toHaveLength(8);
    },
  );

  test('ends early where the attempts came late', () => {
    const begun = new Date('2026-11-22T08:00:00Z');
    expect(nextAttempt(2, begun, new Date(begun.getTime() + retryHours * HOUR))).toBeNull();
  });
});
