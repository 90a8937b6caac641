import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { creditLots, type CreditLots, type LedgerLine, type LotPayment } from './credit-lots.js';

/** A balance that moves as `CreditsService` and the corrections move it, with the ledger they write. */
class Account {
  readonly lines: LedgerLine[] = [];
  readonly payments: (LotPayment & { granted: number; corrections: number })[] = [];
  readonly charges: { id: string; credits: number; returned: boolean }[] = [];
  balance = 0;
  owed = 0;
  private written = 0;
  private takenOver = 0;

  pay(
    granted: number,
    kind: 'pack' | 'subscription_create' | 'subscription_cycle' | 'subscription_update' = 'pack',
  ): this {
    const id = `p${this.payments.length}`;
    this.payments.push({ id, kind, sourceId: `source-${id}`, creditsTakenBack: 0, granted, corrections: 0 });
    const reason = kind === 'pack' ? 'pack_grant' : kind === 'subscription_update' ? 'upgrade_grant' : 'plan_grant';
    return this.write(granted, reason, `${kind === 'pack' ? 'checkout' : 'invoice'}:source-${id}`);
  }

  gift(credits: number): this {
    return this.write(credits, 'admin_adjustment', `admin:a:${(this.written += 1)}`);
  }

  deduct(credits: number): this {
    return this.write(-Math.min(credits, this.balance), 'admin_adjustment', `admin:a:${(this.written += 1)}`);
  }

  use(credits: number): this {
    const id = `c${this.charges.length}`;
    if (credits > this.balance) return this;
    this.charges.push({ id, credits, returned: false });
    return this.write(-credits, 'generation_charge', `generation:${id}:charge`);
  }

  /** The n-th charge comes back. */
  fail(n: number): this {
    const charge = this.charges[n];
    if (!charge || charge.returned) return this;
    charge.returned = true;
    return this.write(charge.credits, 'generation_return', `generation:${charge.id}:return`);
  }

  /** Money of the n-th payment is gone that stands for so many of its credits, all told. */
  takeBack(n: number, target: number): this {
    const payment = this.payments[n];
    if (!payment || target > payment.granted) return this;
    const difference = target - payment.creditsTakenBack;
    payment.creditsTakenBack = target;
    if (difference === 0) return this;
    payment.corrections += 1;
    const key = `payment:${payment.id}:correction:${payment.corrections}`;
    if (difference < 0) return this.write(-difference, 'refund_return', key);
    const taken = Math.min(this.balance, difference);
    this.owed += difference - taken;
    return this.write(-taken, 'refund_deduction', key);
  }

  /** Debt of a former account under the same address. */
  takeOver(credits: number): this {
    this.takenOver += credits;
    const taken = Math.min(this.balance, credits);
    this.owed += credits - taken;
    return this.write(-taken, 'refund_deduction', `debt-passed-on:former:${(this.written += 1)}:taken-over`);
  }

  /** So much of that debt turns out not to have been owed. */
  handBack(credits: number): this {
    const returned = Math.min(credits, this.takenOver);
    this.takenOver -= returned;
    return this.write(returned, 'refund_return', `debt-passed-on:former:${(this.written += 1)}:returned`);
  }

  lots(): CreditLots {
    return creditLots(this.lines, this.payments);
  }

  /** Credits left: of each payment in turn, and the gifts. */
  left(): number[] {
    const { byPayment, gifts } = this.lots();
    return [...byPayment.values(), gifts];
  }

  private write(delta: number, reason: LedgerLine['reason'], businessKey: string): this {
    if (delta === 0) return this;
    this.balance += delta;
    this.lines.push({ delta, reason, businessKey });
    const settled = delta > 0 ? Math.min(this.owed, this.balance) : 0;
    if (settled === 0) return this;
    this.owed -= settled;
    this.balance -= settled;
    this.lines.push({ delta: -settled, reason: 'debt_settlement', businessKey: `debt:${businessKey}` });
    return this;
  }
}

const plan = () => new Account().pay(120, 'subscription_create');

test.each<[what: string, left: number[], account: Account]>([
  ['nothing used', [120, 0], plan()],
  ['a plan used up, then as much goodwill', [0, 120], plan().use(120).gift(120)],
  ['a plan used up, then a pack', [0, 120, 0], plan().use(120).pay(120)],
  ['two months: the older one is used first', [20, 120, 0], plan().pay(120, 'subscription_cycle').use(100)],
  ['a gift is used before what was paid', [120, 30], plan().gift(50).use(20)],
  ['a gift while partly used: the rest of the plan stays', [20, 50], plan().use(100).gift(50)],
  ['a gift used up goes on to the plan', [110, 0], plan().gift(50).use(60)],
  ['a run of both fails: each gets its own back', [120, 50], plan().gift(50).use(60).fail(0)],
  ['a run fails after goodwill was given', [120, 50], plan().use(100).gift(50).fail(0)],
  ['a run fails that gifts had paid, after the plan was used', [0, 50], plan().gift(50).use(50).use(120).fail(0)],
  ['an upgrade: the month first, then the difference', [0, 360, 0], plan().pay(380, 'subscription_update').use(140)],
  ['an admin takes credits: gifts first, then the oldest', [100, 0], plan().gift(50).deduct(70)],
  ['half of it refunded outside', [60, 0], plan().takeBack(0, 60)],
  ['half refunded outside, of what is left', [10, 0], plan().use(50).takeBack(0, 60)],
  ['refunded outside: another payment keeps its own', [0, 50, 20], plan().pay(50).gift(20).takeBack(0, 120)],
  [
    'a chargeback of a used plan: gifts stand in, then other payments',
    [0, 30, 0],
    plan().use(120).pay(100).gift(50).takeBack(0, 120),
  ],
  ['the same, won', [0, 100, 50], plan().use(120).pay(100).gift(50).takeBack(0, 120).takeBack(0, 0)],
  ['the same, half of it won', [0, 90, 0], plan().use(120).pay(100).gift(50).takeBack(0, 120).takeBack(0, 60)],
  [
    'a chargeback that leaves a debt, settled by the next month',
    [0, 80, 0],
    plan().use(40).takeBack(0, 120).pay(120, 'subscription_cycle'),
  ],
  [
    'the same, won: the month is whole again',
    [80, 120, 0],
    plan().use(40).takeBack(0, 120).pay(120, 'subscription_cycle').takeBack(0, 0),
  ],
  ['a debt settled by goodwill makes nothing refundable', [0, 60], plan().use(40).takeBack(0, 120).gift(100)],
  [
    'a run of a plan charged back fails: its credits relieve the pack that stood in',
    [0, 50, 0],
    plan().use(120).pay(50).takeBack(0, 120).fail(0),
  ],
  ['debt of a former account, paid by goodwill and then a pack', [70, 0], new Account().takeOver(80).gift(50).pay(100)],
  ['the same, won: the pack is whole again', [100, 50], new Account().takeOver(80).gift(50).pay(100).handBack(80)],
  ['debt of a former account is paid with gifts first', [90, 0], plan().gift(50).takeOver(80)],
  ['credits from nowhere known are gifts', [0, 10], plan().use(120).gift(10)],
])('%s', (_what, left, account) => {
  expect(account.left()).toEqual(left);
});

type Op = [
  kind: 'pay' | 'gift' | 'deduct' | 'use' | 'fail' | 'takeBack' | 'takeOver' | 'handBack',
  which: number,
  credits: number,
];

const op: fc.Arbitrary<Op> = fc.tuple(
  fc.constantFrom('pay', 'gift', 'deduct', 'use', 'use', 'fail', 'takeBack', 'takeOver', 'handBack'),
  fc.nat(6),
  fc.integer({ min: 1, max: 130 }),
);

function act(account: Account, [kind, which, credits]: Op): void {
  if (kind === 'fail') account.fail(which);
  else if (kind === 'takeBack') account.takeBack(which, Math.min(credits - 1, account.payments[which]?.granted ?? 0));
  else account[kind](credits);
}

const played = (ops: Op[]): Account => {
  const account = new Account();
  for (const one of ops) act(account, one);
  return account;
};

const RUNS = 500;
const SEED = 20261129;
const check = (property: fc.IProperty<[Op[]]>): void => fc.assert(property, { numRuns: RUNS, seed: SEED });
const ops = fc.array(op, { maxLength: 40, size: 'max' });

test('whatever happens, the lots are the balance, and none is more than what of its payment was not taken back', () => {
  check(
    fc.property(ops, (all) => {
      const account = new Account();
      for (const one of all) {
        act(account, one);
        const { byPayment, gifts } = account.lots();
        expect([...byPayment.values()].reduce((total, credits) => total + credits, gifts)).toBe(account.balance);
        expect(gifts).toBeGreaterThanOrEqual(0);
        for (const { id, granted, creditsTakenBack } of account.payments) {
          expect(byPayment.get(id)).toBeGreaterThanOrEqual(0);
          expect(byPayment.get(id)).toBeLessThanOrEqual(granted - creditsTakenBack);
        }
      }
    }),
  );
});

test('a gift never makes a payment refundable, whatever it settles', () => {
  check(
    fc.property(ops, (all) => {
      const account = played(all);
      const before = account.lots().byPayment;
      expect(account.gift(57).lots().byPayment).toEqual(before);
    }),
  );
});

test('what is spent takes gifts before anything paid, and comes back to where it was', () => {
  check(
    fc.property(ops, (all) => {
      const account = played(all);
      const [before, credits] = [account.lots(), Math.ceil(account.balance / 2)];
      if (credits === 0) return;
      account.use(credits);
      expect(account.lots().gifts).toBe(Math.max(0, before.gifts - credits));
      account.fail(account.charges.length - 1);
      expect(account.lots()).toEqual(before);
    }),
  );
});

test('a chargeback takes its own payment first, and once won leaves all as it was', () => {
  const withoutOthers = fc.array(
    op.filter(([kind]) => kind !== 'takeBack' && kind !== 'takeOver'),
    { maxLength: 40, size: 'max' },
  );
  fc.assert(
    fc.property(withoutOthers, fc.nat(6), (all, n) => {
      const account = played(all);
      const payment = account.payments[n];
      if (!payment) return;
      const before = account.lots();
      const own = before.byPayment.get(payment.id)!;
      const after = account.takeBack(n, payment.granted).lots();
      expect(after.byPayment.get(payment.id)).toBe(0);
      expect(after.gifts).toBe(Math.max(0, before.gifts - (payment.granted - own)));
      expect(account.takeBack(n, 0).lots()).toEqual(before);
    }),
    { numRuns: RUNS, seed: SEED },
  );
});
