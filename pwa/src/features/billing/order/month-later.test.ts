import { expect, it } from 'vitest';
import { monthLater } from './month-later';

it.each([
  ['2026-11-28', '2026-12-28'],
  ['2026-12-31', '2027-01-31'],
  ['2027-01-31', '2027-02-28'],
  ['2028-01-30', '2028-02-29'],
  ['2026-08-31', '2026-09-30'],
])('a month after %s is %s', (day, later) => {
  expect(monthLater(new Date(`${day}T10:00:00Z`)).toISOString()).toBe(`${later}T10:00:00.000Z`);
});
