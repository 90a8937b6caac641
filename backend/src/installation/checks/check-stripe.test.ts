import type Stripe from 'stripe';
import { expect, it } from 'vitest';
import { judgeAccount } from './check-stripe.js';

const account = {
  country: 'CH',
  default_currency: 'chf',
  charges_enabled: true,
  settings: { branding: { icon: 'file_1', logo: null }, payments: { statement_descriptor: 'BILDNIS' } },
} as unknown as Stripe.Account;

const openOf = (change: object, mode = 'production') =>
  judgeAccount({ ...account, ...change }, mode).flatMap(({ state, text }) => (state === 'todo' ? [text] : []));

it('an account that has everything is good', () => expect(openOf({})).toEqual([]));

it.each([
  ['that may not charge', { charges_enabled: false }, 'keine Zahlungen annehmen'],
  ['of another country', { country: 'DE', default_currency: 'eur' }, 'in DE mit eur'],
  [
    'without a text on statements',
    { settings: { ...account.settings, payments: { statement_descriptor: null } } },
    'Kartenabrechnung',
  ],
  ['without a face', { settings: { ...account.settings, branding: { icon: null, logo: null } } }, 'Branding'],
])('an account %s is told of', (_what, change, words) => {
  expect(openOf(change)).toEqual([expect.stringContaining(words)]);
});

it('in a rehearsal an account need not charge yet', () =>
  expect(openOf({ charges_enabled: false }, 'rehearsal')).toEqual([]));
