import type { WirePaymentMethod } from '../objects/wire.js';

/** Why a bank refuses a card, in Stripe's words. */
export type DeclineReason = 'generic_decline' | 'insufficient_funds';

/** What comes of charging a card: the money, a refusal, or the bank's question to the customer (3-D Secure). */
export type Verdict = 'paid' | 'confirm' | DeclineReason;

export interface TestCard {
  number: string;
  brand: string;
  /** With the customer at the page. */
  present: Verdict;
  /** Once stored, without the customer. */
  stored: Verdict;
  /** What the hosted pages say of it. */
  about: string;
}

/** Stripe's own test numbers, as far as the emulator knows them. */
export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', brand: 'visa', present: 'paid', stored: 'paid', about: 'Die Zahlung gelingt.' },
  { number: '5555555555554444', brand: 'mastercard', present: 'paid', stored: 'paid', about: 'Die Zahlung gelingt.' },
  {
    number: '4000000000000002',
    brand: 'visa',
    present: 'generic_decline',
    stored: 'generic_decline',
    about: 'Die Karte wird abgelehnt.',
  },
  {
    number: '4000000000009995',
    brand: 'visa',
    present: 'insufficient_funds',
    stored: 'insufficient_funds',
    about: 'Das Guthaben reicht nicht.',
  },
  {
    number: '4000002500003155',
    brand: 'visa',
    present: 'confirm',
    stored: 'paid',
    about: 'Die Bank fragt einmal nach (3-D Secure).',
  },
  {
    number: '4000002760003184',
    brand: 'visa',
    present: 'confirm',
    stored: 'confirm',
    about: 'Die Bank fragt jedes Mal nach (3-D Secure).',
  },
  {
    number: '4000000000000341',
    brand: 'visa',
    present: 'paid',
    stored: 'generic_decline',
    about: 'Die erste Zahlung gelingt, spätere werden abgelehnt.',
  },
];

/** The card with this number (digits only); undefined for every number that is not a test card. */
export function findTestCard(number: string): TestCard | undefined {
  return testCards.find((card) => card.number === number);
}

/** What comes of charging a stored card without its owner. The last four digits, all that is kept of a number, tell the cards apart. */
export function storedVerdict(method: WirePaymentMethod): Verdict {
  return testCards.find((card) => card.number.endsWith(method.card?.last4 ?? 'none'))?.stored ?? 'generic_decline';
}
