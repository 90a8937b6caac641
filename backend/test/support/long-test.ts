import { test, type TestFunction } from 'vitest';

/**
 * A test that takes long, and whose rule a shorter one guards as well: `npm test` leaves it out, `npm run drill` runs it.
 * @param timeout milliseconds, where it is not that of its project
 */
export function longTest(name: string, run: TestFunction, timeout?: number): void {
  test(name, { tags: 'drill', ...(timeout === undefined ? {} : { timeout }) }, run);
}
