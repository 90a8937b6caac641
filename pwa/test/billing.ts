import type { BillingState, Order, Subscription } from '~/features/billing';
import type { Schemas } from '~/lib/api';

/** A subscription that runs, with what a test is about. */
export const subscriptionOf = (part: Partial<Subscription> = {}): Subscription => ({
  id: '5a2d7c1e-0000-4000-8000-000000000001',
  planId: 'starter',
  planName: 'Starter',
  priceRappen: 990,
  renewalRappen: 990,
  announcedPrices: [],
  status: 'active',
  creditsPerPeriod: 120,
  startedAt: '2026-11-03T00:00:00Z',
  currentPeriodStart: '2026-11-03T00:00:00Z',
  currentPeriodEnd: '2126-12-03T00:00:00Z',
  cancelAtPeriodEnd: false,
  problem: null,
  waitingUpgrade: null,
  ...part,
});

/** What a customer stands at. */
export const billingOf = (subscription: Subscription | null, part: Partial<BillingState> = {}): BillingState => ({
  subscription,
  grantMissing: false,
  purchasesBlocked: false,
  owedCredits: 0,
  heldCredits: 0,
  nextOrderHeld: false,
  ...part,
});

/** An order that is paid. */
export const orderOf = (part: Partial<Order> = {}): Order => ({
  id: 'b7e6a1f0-0000-4000-8000-000000000001',
  number: 'BN-7K3M-9QXT',
  kind: 'plan',
  status: 'paid',
  planId: 'starter',
  itemName: 'Starter',
  amountRappen: 990,
  vat: null,
  currency: 'CHF',
  credits: 120,
  paymentUrl: null,
  createdAt: '2026-11-21T12:00:00Z',
  paidAt: '2026-11-21T12:01:00Z',
  withdrawableUntil: null,
  awaitsDispute: false,
  refundRappen: 0,
  withdrawnAt: null,
  heldAt: null,
  ...part,
});

/** The plans as they are sold. */
export const plans: Schemas['Plan'][] = [
  { id: 'starter', name: 'Starter', priceRappen: 990, credits: 120, recommended: false, examples: [] },
  { id: 'professional', name: 'Professional', priceRappen: 1790, credits: 240, recommended: true, examples: [] },
  { id: 'business', name: 'Business', priceRappen: 3490, credits: 500, recommended: false, examples: [] },
];

/** The packs as they are sold. */
export const packs: Schemas['CreditPack'][] = [
  {
    id: '7d3b0c55-0000-4000-8000-000000000001',
    name: 'S',
    credits: 50,
    priceRappen: 490,
    isMostPopular: false,
    needsSubscription: true,
  },
  {
    id: '7d3b0c55-0000-4000-8000-000000000002',
    name: 'M',
    credits: 120,
    priceRappen: 990,
    isMostPopular: true,
    needsSubscription: true,
  },
];

/** A pack that is sold without a plan. */
export const oncePack: Schemas['CreditPack'] = {
  id: '7d3b0c55-0000-4000-8000-000000000003',
  name: 'Einmal',
  credits: 110,
  priceRappen: 1490,
  isMostPopular: false,
  needsSubscription: false,
};

/** What an upgrade costs today. */
export const quote: Schemas['UpgradeQuote'] = {
  planId: 'business',
  planName: 'Business',
  amountRappen: 1243,
  vat: { percent: 8.1, rappen: 93 },
  credits: 189,
  nextAmountRappen: 3490,
  currentPeriodEnd: '2026-12-03T12:00:00Z',
  quotedAt: '2026-11-21T12:00:00Z',
  validUntil: '2026-11-21T12:30:00Z',
};
