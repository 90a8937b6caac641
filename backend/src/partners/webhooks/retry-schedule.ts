import { facts } from '../../facts/index.js';
import { HOUR, MINUTE, SECOND } from '../../platform/clock/index.js';

/** How long after an attempt the next one comes. With its jitter the last one lies within the hours that are promised. */
const WAITS = [10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 12 * HOUR];
const JITTER = 0.1;

/**
 * When a message is tried again.
 * @param tries attempts since `begunAt`, at least one
 * @param chance in [0, 1)
 * @returns null when there were all
 */
export function nextAttempt(tries: number, begunAt: Date, now: Date, chance = Math.random()): Date | null {
  const wait = WAITS[tries - 1];
  if (wait === undefined) return null;
  const at = now.getTime() + wait * (1 - JITTER + 2 * JITTER * chance);
  return at <= begunAt.getTime() + facts.webhooks.retryHours * HOUR ? new Date(at) : null;
}
