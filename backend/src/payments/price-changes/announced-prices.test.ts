import { describe, expect, test } from 'vitest';
import { announcedPrices, firstRenewal } from './announced-prices.js';

const subscription = {
  startedAt: new Date('2026-10-31T09:00:00Z'),
  currentPeriodEnd: new Date('2027-01-31T09:00:00Z'),
  priceRappen: 990,
};
const told = (priceRappen: number, effectiveFrom: string) => ({ priceRappen, effectiveFrom: new Date(effectiveFrom) });
const shown = (prices: ReturnType<typeof told>[]) =>
  announcedPrices(subscription, prices).map(({ priceRappen, from }) => [priceRappen, from.toISOString()]);

describe('from when an announced price is charged', () => {
  test.each([
    ['2026-12-01T00:00:00Z', '2027-01-31T09:00:00.000Z'],
    ['2027-01-31T09:00:00Z', '2027-01-31T09:00:00.000Z'],
    ['2027-01-31T09:00:01Z', '2027-02-28T09:00:00.000Z'],
    ['2027-03-01T00:00:00Z', '2027-03-31T09:00:00.000Z'],
    ['2028-02-01T00:00:00Z', '2028-02-29T09:00:00.000Z'],
  ])('a day of %s means the renewal of %s', (day, renewal) => {
    expect(firstRenewal(subscription, new Date(day)).toISOString()).toBe(renewal);
  });

  test('two in a row each have their renewal; of two before the same one the later day counts', () => {
    expect(shown([told(1290, '2027-01-31T00:00:00Z'), told(1490, '2027-03-01T00:00:00Z')])).toEqual([
      [1290, '2027-01-31T09:00:00.000Z'],
      [1490, '2027-03-31T09:00:00.000Z'],
    ]);
    expect(shown([told(1290, '2027-02-02T00:00:00Z'), told(1490, '2027-02-10T00:00:00Z')])).toEqual([
      [1490, '2027-02-28T09:00:00.000Z'],
    ]);
  });

  test('a later email of the earlier change brings its price back for nobody', () => {
    expect(shown([told(1290, '2027-03-10T00:00:00Z'), told(1490, '2027-02-10T00:00:00Z')])).toEqual([
      [1490, '2027-02-28T09:00:00.000Z'],
    ]);
  });

  test('what is paid already is no change', () => {
    expect(shown([told(990, '2027-01-01T00:00:00Z')])).toEqual([]);
    expect(shown([])).toEqual([]);
  });
});
