import { expect, test } from 'vitest';
import { withdrawableUntil, withdrawalEnd } from './withdrawal-period.js';

/** Contracts and the first moment that is too late, both in UTC; Zurich is one hour ahead in winter, two in summer. */
const PERIODS = [
  ['an ordinary day', '2026-11-23T09:12:00.000Z', '2026-12-07T23:00:00.000Z'],
  ['the first millisecond of a day', '2026-11-22T23:00:00.000Z', '2026-12-07T23:00:00.000Z'],
  ['the last millisecond of a day', '2026-11-23T22:59:59.999Z', '2026-12-07T23:00:00.000Z'],
  ['a millisecond later, when UTC still has the day before', '2026-11-23T23:00:00.000Z', '2026-12-08T23:00:00.000Z'],
  ['UTC midnight, an hour into the day', '2026-11-24T00:00:00.000Z', '2026-12-08T23:00:00.000Z'],
  ['a summer day', '2026-07-10T12:00:00.000Z', '2026-07-24T22:00:00.000Z'],
  ['the last millisecond of a summer day', '2026-07-10T21:59:59.999Z', '2026-07-24T22:00:00.000Z'],
  ['the first millisecond of a summer day', '2026-07-10T22:00:00.000Z', '2026-07-25T22:00:00.000Z'],
  ['summer time begins within the period', '2026-03-20T10:00:00.000Z', '2026-04-03T22:00:00.000Z'],
  ['summer time begins on the last day', '2026-03-15T10:00:00.000Z', '2026-03-29T22:00:00.000Z'],
  ['summer time begins on the day of the contract', '2026-03-29T00:30:00.000Z', '2026-04-12T22:00:00.000Z'],
  ['summer time begins on the day after the last', '2026-03-14T10:00:00.000Z', '2026-03-28T23:00:00.000Z'],
  ['summer time ends within the period', '2026-10-20T10:00:00.000Z', '2026-11-03T23:00:00.000Z'],
  ['summer time ends on the last day', '2026-10-11T10:00:00.000Z', '2026-10-25T23:00:00.000Z'],
  ['summer time ends on the day of the contract', '2026-10-25T01:30:00.000Z', '2026-11-08T23:00:00.000Z'],
  ['summer time ends on the day after the last', '2026-10-10T10:00:00.000Z', '2026-10-24T22:00:00.000Z'],
  ['over the end of a month', '2026-01-31T10:00:00.000Z', '2026-02-14T23:00:00.000Z'],
  ['over the end of a year', '2026-12-24T10:00:00.000Z', '2027-01-07T23:00:00.000Z'],
  ['over the end of a common February', '2027-02-20T10:00:00.000Z', '2027-03-06T23:00:00.000Z'],
  ['over a leap day', '2028-02-20T10:00:00.000Z', '2028-03-05T23:00:00.000Z'],
  ['to a leap day', '2028-02-15T10:00:00.000Z', '2028-02-29T23:00:00.000Z'],
  ['from a leap day', '2028-02-29T10:00:00.000Z', '2028-03-14T23:00:00.000Z'],
  ['from a leap day in Zurich that is none in UTC yet', '2028-02-28T23:30:00.000Z', '2028-03-14T23:00:00.000Z'],
] as const;

test.each(PERIODS)('%s: in time to the last millisecond', (_what, concluded, tooLate) => {
  const order = { status: 'paid', paidAt: new Date(concluded) } as const;
  const last = new Date(new Date(tooLate).getTime() - 1);
  expect(withdrawalEnd(order.paidAt)).toEqual(last);
  expect([
    withdrawableUntil(order, order.paidAt),
    withdrawableUntil(order, last),
    withdrawableUntil(order, new Date(tooLate)),
  ]).toEqual([last, last, null]);
});

test.each(['pending', 'failed', 'expired', 'canceled', 'withdrawn'] as const)(
  'an order that is %s has no period',
  (status) => {
    const now = new Date();
    expect(withdrawableUntil({ status, paidAt: now }, now)).toBeNull();
  },
);
