import { describe, expect, it } from 'vitest';
import { ConfigurationError } from './configuration-error.js';
import { readConfig } from './environment.js';
import { vatPercentAt, vatWithin, type VatConfig } from './vat.js';

const vatOf = (env: Record<string, string>): VatConfig | null =>
  readConfig({
    MODE: 'test',
    DATABASE_URL: 'postgresql://db/bildnis',
    REDIS_URL: 'redis://redis',
    STORAGE_DIR: 'files',
    SMTP_URL: 'smtp://127.0.0.1:25',
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    MEDIA_SECRET: 'x'.repeat(32),
    OPERATOR_VAT: 'CHE-123.456.788 MWST',
    ...env,
  }).vat;

const at = (moment: string) => new Date(moment);

it('prices include the Swiss rate, which changes at midnight in Switzerland', () => {
  const vat = vatOf({ VAT_RATES: '8.1 2028-01-01=8.6 2030-07-01=9' });
  const percent = (moment: string) => vatPercentAt(vat, at(moment));
  expect(percent('2026-11-30T12:00:00Z')).toBe(8.1);
  expect(percent('2027-12-31T22:59:59Z')).toBe(8.1);
  expect(percent('2027-12-31T23:00:00Z')).toBe(8.6);
  expect(percent('2030-06-30T21:59:59Z')).toBe(8.6);
  expect(percent('2030-06-30T22:00:00Z')).toBe(9);
});

it('without a word it is the standard rate', () => {
  expect(vatPercentAt(vatOf({}), at('2026-11-30T12:00:00Z'))).toBe(8.1);
});

it('who is not liable charges none, and where the provider reckons none is known ahead', () => {
  expect(vatOf({ OPERATOR_VAT: 'none' })).toBeNull();
  expect(vatPercentAt(vatOf({ STRIPE_TAX: 'true' }), at('2026-11-30T12:00:00Z'))).toBeNull();
});

it.each([
  ['no number', 'viel'],
  ['a day that comes first', '2028-01-01=8.6'],
  ['a month that is none', '8.1 2028-13-01=8.6'],
  ['a day that is none', '8.1 2028-02-30=8.6'],
  ['days out of order', '8.1 2028-01-01=8.6 2027-01-01=9'],
  ['nothing but blanks', ' , '],
])('%s is refused', (_what, rates) => {
  expect(() => vatOf({ VAT_RATES: rates })).toThrow(ConfigurationError);
});

it('a tax without a number is refused', () => {
  expect(() => vatOf({ OPERATOR_VAT: 'none', STRIPE_TAX: 'true' })).toThrow('OPERATOR_VAT');
});

describe('the share of a price that is tax', () => {
  it.each([
    [1990, 8.1, 149],
    [1490, 8.1, 112],
    [4990, 8.6, 395],
    [0, 8.1, 0],
  ])('of %i Rappen with %f %% it is %i', (rappen, percent, share) => expect(vatWithin(rappen, percent)).toBe(share));
});
