/** What happens when a test card is charged. */
export type CardBehaviour = 'succeeds' | 'declined' | 'asks_for_confirmation';

export interface TestCard {
  number: string;
  brand: string;
  behaviour: CardBehaviour;
}

/** Stripe's own test numbers, as far as the stand-in knows them. */
const testCards: readonly TestCard[] = [
  { number: '4242424242424242', brand: 'visa', behaviour: 'succeeds' },
  { number: '5555555555554444', brand: 'mastercard', behaviour: 'succeeds' },
  { number: '4000000000000002', brand: 'visa', behaviour: 'declined' },
  { number: '4000002760003184', brand: 'visa', behaviour: 'asks_for_confirmation' },
];

/** The card with this number (digits only); undefined for every number that is not a test card. */
export function findTestCard(number: string): TestCard | undefined {
  return testCards.find((card) => card.number === number);
}
