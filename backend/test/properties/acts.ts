import * as fc from 'fast-check';
import { facts, type PlanId } from '../../src/facts/index.js';

/** What one person does, one after another. Times are in hours. */
export type Act =
  | { kind: 'plan'; planId: PlanId; card: Card; clicks: number }
  | { kind: 'pack'; pack: number; card: Card; clicks: number }
  | { kind: 'upgrade'; planId: PlanId; clicks: number }
  | { kind: 'pay'; card: Card }
  | { kind: 'card'; card: Card }
  | { kind: 'cancel' | 'resume' }
  | { kind: 'withdraw'; order: number }
  | { kind: 'refund'; charge: number; percent: number }
  | { kind: 'failRefund'; refund: number }
  | { kind: 'dispute'; charge: number }
  | { kind: 'decide'; dispute: number; outcome: 'won' | 'lost' }
  | { kind: 'generate'; works: boolean; runs: number; deletes: Deletes }
  | { kind: 'train'; works: boolean; afterwards: 'leave' | 'delete' | 'retry' }
  /** An admin adds credits out of goodwill, or takes some. */
  | { kind: 'goodwill'; direction: 'add' | 'subtract'; credits: number }
  /** An admin decides about orders whose credits wait after repeated withdrawals. */
  | { kind: 'review'; decision: 'confirm' | 'refuse' }
  | { kind: 'synchronise'; times: number }
  | { kind: 'webhooks'; mode: WebhookMode }
  | { kind: 'forge'; event: number; forgery: Forgery }
  | { kind: 'restart' }
  | { kind: 'wait'; hours: number };

/** Test cards and what the bank's question is answered with. */
export const CARDS = ['good', 'declined', 'confirmed', 'refused', 'alwaysConfirmed', 'failsLater'] as const;
export type Card = (typeof CARDS)[number];

export type WebhookMode = 'prompt' | 'lost' | 'twice' | 'late';

/** When somebody deletes the runs that have just been started: never, right away, after so many milliseconds, or once a preview can be seen. */
export type Deletes = 'never' | 'at once' | 'once shown' | { afterMs: number };

/** How somebody else makes webhooks out of a genuine event. */
export const FORGERIES = ['invented', 'changed', 'old', 'unsigned', 'replayed'] as const;
export type Forgery = (typeof FORGERIES)[number];

/** What goes wrong while an act is under way. */
export type Trouble =
  /** The n-th call to the payment provider never arrives, or is carried out and its answer is lost. */
  | { kind: 'call lost' | 'answer lost'; nth: number }
  /** Every connection to the database breaks after so many milliseconds. */
  | { kind: 'database gone'; afterMs: number };

export interface Step {
  act: Act;
  trouble: Trouble | null;
}

const card = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Card>('good') },
  { weight: 5, arbitrary: fc.constantFrom(...CARDS) },
);
const planId = fc.constantFrom(...facts.plans.map((plan) => plan.id));
const clicks = fc.constantFrom(1, 1, 1, 2, 3);
const index = fc.nat(7);
const deletes: fc.Arbitrary<Deletes> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Deletes>('never') },
  { weight: 2, arbitrary: fc.constantFrom<Deletes>('at once', 'once shown') },
  { weight: 1, arbitrary: fc.record({ afterMs: fc.nat(400) }) },
);

const weighted: [weight: number, arbitrary: fc.Arbitrary<Act>][] = [
  [3, fc.record({ kind: fc.constant('plan' as const), planId, card, clicks })],
  [4, fc.record({ kind: fc.constant('pack' as const), pack: fc.nat(2), card, clicks })],
  [
    6,
    fc.record({
      kind: fc.constant('upgrade' as const),
      planId: fc.constantFrom<PlanId>('professional', 'business'),
      clicks,
    }),
  ],
  [3, fc.record({ kind: fc.constant('pay' as const), card })],
  [1, fc.record({ kind: fc.constant('card' as const), card })],
  [3, fc.record({ kind: fc.constantFrom('cancel' as const, 'resume' as const) })],
  [1.5, fc.record({ kind: fc.constant('withdraw' as const), order: index })],
  [2, fc.record({ kind: fc.constant('refund' as const), charge: index, percent: fc.constantFrom(1, 33, 50, 100) })],
  [1, fc.record({ kind: fc.constant('failRefund' as const), refund: index })],
  [1, fc.record({ kind: fc.constant('dispute' as const), charge: index })],
  [
    2,
    fc.record({
      kind: fc.constant('decide' as const),
      dispute: index,
      outcome: fc.constantFrom('won' as const, 'lost' as const),
    }),
  ],
  [
    6,
    fc.record({
      kind: fc.constant('generate' as const),
      works: fc.boolean(),
      runs: fc.integer({ min: 1, max: 4 }),
      deletes,
    }),
  ],
  [
    2,
    fc.record({
      kind: fc.constant('train' as const),
      works: fc.boolean(),
      afterwards: fc.constantFrom('leave' as const, 'delete' as const, 'retry' as const),
    }),
  ],
  [
    2,
    fc.record({
      kind: fc.constant('goodwill' as const),
      direction: fc.constantFrom('add' as const, 'add' as const, 'subtract' as const),
      credits: fc.integer({ min: 1, max: 130 }),
    }),
  ],
  [
    1,
    fc.record({
      kind: fc.constant('review' as const),
      decision: fc.constantFrom('confirm' as const, 'refuse' as const),
    }),
  ],
  [2, fc.record({ kind: fc.constant('synchronise' as const), times: fc.integer({ min: 1, max: 3 }) })],
  [
    3,
    fc.record({
      kind: fc.constant('webhooks' as const),
      mode: fc.constantFrom<WebhookMode>('prompt', 'lost', 'twice', 'late'),
    }),
  ],
  [2, fc.record({ kind: fc.constant('forge' as const), event: index, forgery: fc.constantFrom(...FORGERIES) })],
  [5, fc.record({ kind: fc.constant('wait' as const), hours: fc.constantFrom(1, 24, 24 * 4, 24 * 16, 24 * 31) })],
];
const restart: [number, fc.Arbitrary<Act>] = [0.3, fc.constant({ kind: 'restart' })];

const act = fc.oneof(
  ...[...weighted, restart].map(([weight, arbitrary]) => ({ weight: Math.round(weight * 10), arbitrary })),
);
const trouble = fc.oneof(
  { weight: 16, arbitrary: fc.constant(null) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('call lost' as const, 'answer lost' as const),
      nth: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('database gone' as const), afterMs: fc.nat(60) }) },
);

/** Begins with a plan, mostly paid and mostly one that leaves room for upgrades: without it there is little to do. */
const firstPlan = fc.record({
  kind: fc.constant('plan' as const),
  planId: fc.constantFrom<PlanId>('starter', 'starter', 'professional', 'business'),
  card: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom<Card>('good', 'confirmed', 'alwaysConfirmed', 'failsLater') },
    { weight: 1, arbitrary: card },
  ),
  clicks,
});
const firstStep = fc.record({ act: firstPlan, trouble });

export const STEPS = 25;

/** Steps that shrink to nothing one by one, so that the smallest failing sequence is found however long it was. */
export const sequence: fc.Arbitrary<(Step | null)[]> = fc
  .tuple(
    firstStep,
    fc.array(fc.option(fc.record({ act, trouble }), { freq: 60 }), {
      minLength: STEPS - 1,
      maxLength: STEPS - 1,
      size: 'max',
    }),
  )
  .map(([first, rest]) => [first, ...rest]);
