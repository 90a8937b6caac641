import { describe, expect, test } from 'vitest';
import { beginOfDay, dayOf, earliestDay, effectiveFor } from './notice.js';

describe('days of notice', () => {
  test.each([
    ['2027-01-01', '2026-12-31T23:00:00.000Z'],
    ['2027-07-01', '2027-06-30T22:00:00.000Z'],
    // The clocks change on this day.
    ['2027-03-28', '2027-03-27T23:00:00.000Z'],
  ])('%s begins at %s', (day, begin) => {
    expect(beginOfDay(day).toISOString()).toBe(begin);
    expect(dayOf(beginOfDay(day))).toBe(day);
  });

  test.each([
    // Told at midnight, thirty days are over at midnight.
    ['2026-11-30T23:00:00.000Z', '2026-12-31'],
    ['2026-11-30T23:00:00.001Z', '2027-01-01'],
    ['2026-12-01T22:59:59.999Z', '2027-01-01'],
  ])('somebody told at %s has thirty whole days until %s', (told, day) => {
    expect(dayOf(earliestDay(new Date(told)))).toBe(day);
  });

  test('an email in time leaves the day, a late one moves it', () => {
    const announced = beginOfDay('2027-01-01');
    expect(effectiveFor(announced, new Date('2026-12-01T22:00:00Z'))).toEqual(announced);
    expect(dayOf(effectiveFor(announced, new Date('2026-12-02T00:00:00Z')))).toBe('2027-01-02');
  });
});
