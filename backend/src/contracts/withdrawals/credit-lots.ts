import type { CreditEntry } from '../../credits/index.js';
import { correctedPayment, grantKey, type Payment } from '../../payments/index.js';

export type LedgerLine = Pick<CreditEntry, 'delta' | 'reason' | 'businessKey'>;
export type LotPayment = Pick<Payment, 'id' | 'kind' | 'sourceId' | 'creditsTakenBack'>;

/** What is left of a balance, by where it came from; together they are the balance. */
export interface CreditLots {
  /** Credits left of each payment's own grant, by the payment's id. */
  byPayment: Map<string, number>;
  /** Credits left that nobody paid for: goodwill, gifts, rewards. */
  gifts: number;
}

/** So many credits, out of one lot. */
interface Part {
  lot: string;
  credits: number;
}

const GIFTS = 'gifts';
/** Stands for debt taken over from a former account, which belongs to no payment here; never holds credits itself. */
const FORMER_ACCOUNT = 'former account';
const GRANTS: readonly string[] = ['plan_grant', 'upgrade_grant', 'pack_grant'] satisfies LedgerLine['reason'][];

/**
 * Replays a user's ledger into lots (docs/billing.md): each payment's grant is one, gifts are another. What is spent takes gifts
 * first, then the oldest grant.
 * @param lines all of the user's, in the order of booking
 * @param payments all of the user's
 */
export function creditLots(lines: LedgerLine[], payments: LotPayment[]): CreditLots {
  const replay = new Replay(lines, payments);
  for (const [index, line] of lines.entries()) replay.book(line, lines[index + 1]);
  return {
    byPayment: new Map(payments.map((payment) => [payment.id, replay.left(grantKey(payment))])),
    gifts: replay.left(GIFTS),
  };
}

class Replay {
  /** Credits left by lot, the oldest grant first. */
  private readonly lots = new Map([[GIFTS, 0]]);
  /** By what was paid with them: a training cycle or a generation. */
  private readonly charges = new Map<string, Part[]>();
  /** By payment's lot: credits of other lots that were taken in place of its own, which were spent by then. */
  private readonly taken = new Map<string, Part[]>();
  /** By payment's lot: credits owed for it. */
  private readonly debts = new Map<string, number>();
  /** The same, as far as the ledger has not shown yet when they came to be owed. */
  private readonly laterDebts = new Map<string, number>();
  private readonly lotOfPayment: Map<string, string>;
  /** Where the credits of the last line that brought some went. */
  private cameIn: Part[] = [];

  constructor(lines: LedgerLine[], payments: LotPayment[]) {
    this.lotOfPayment = new Map(payments.map((payment) => [payment.id, grantKey(payment)]));
    for (const payment of payments) this.laterDebts.set(grantKey(payment), payment.creditsTakenBack);
    // What the ledger did not take of a payment was owed.
    for (const line of lines) {
      const lot = this.correctedLot(line);
      if (lot) add(this.laterDebts, lot, line.delta);
    }
  }

  left(lot: string): number {
    return this.lots.get(lot) ?? 0;
  }

  book(line: LedgerLine, next: LedgerLine | undefined): void {
    const settledAtOnce = next?.businessKey === `debt:${line.businessKey}` ? -next.delta : 0;
    if (line.reason === 'debt_settlement') this.settle(-line.delta);
    else if (line.reason === 'refund_deduction') this.takeBack(this.correctedLot(line) ?? FORMER_ACCOUNT, -line.delta);
    else if (line.delta > 0) this.cameIn = this.receive(line, settledAtOnce);
    else this.spend(line);
  }

  private receive(line: LedgerLine, settledAtOnce: number): Part[] {
    if (GRANTS.includes(line.reason)) return this.put(line.businessKey, line.delta);
    const lot = line.reason === 'refund_return' ? this.correctedLot(line) : null;
    if (lot) return this.forgive(lot, line.delta, settledAtOnce);
    const back = popUpTo(this.usedFor(line), line.delta);
    return [...back.flatMap((part) => this.put(part.lot, part.credits)), ...this.put(GIFTS, line.delta - sum(back))];
  }

  /** What was taken for what comes back now: for a training, a run, or the debt of a former account. */
  private usedFor(line: LedgerLine): Part[] {
    if (line.reason === 'refund_return') return this.taken.get(FORMER_ACCOUNT) ?? [];
    return line.reason.endsWith('_return') ? (this.charges.get(purposeOf(line)) ?? []) : [];
  }

  /** What was still owed for a payment is owed no more; only the rest of what comes back was ever taken. */
  private forgive(lot: string, credits: number, settledAtOnce: number): Part[] {
    const neverTaken = Math.min(settledAtOnce, (this.debts.get(lot) ?? 0) + (this.laterDebts.get(lot) ?? 0));
    add(this.lots, lot, neverTaken);
    return [...this.put(lot, credits - neverTaken), { lot, credits: neverTaken }];
  }

  private spend(line: LedgerLine): void {
    const parts = this.take(-line.delta);
    if (line.reason.endsWith('_charge')) this.charges.set(purposeOf(line), parts);
  }

  /** Own credits first; others stand in for what was spent of them. What even they do not cover is owed. */
  private takeBack(lot: string, credits: number): void {
    const own = Math.min(this.left(lot), credits);
    add(this.lots, lot, -own);
    this.noteSubstitutes(lot, this.take(credits - own));
    const isAllTaken = [...this.lots.values()].every((left) => left === 0);
    if (!isAllTaken) return;
    add(this.debts, lot, this.laterDebts.get(lot) ?? 0);
    this.laterDebts.set(lot, 0);
  }

  /** What has just come in pays what is owed: for its own payment first, then for the oldest. */
  private settle(credits: number): void {
    let open = credits;
    const parts = this.cameIn.toReversed();
    for (const part of parts) open -= this.payDebt(this.debts, part.lot, part, open);
    for (const debts of [this.debts, this.laterDebts]) {
      for (const part of parts) for (const debtor of debts.keys()) open -= this.payDebt(debts, debtor, part, open);
    }
    for (const part of parts) open -= this.payFormerAccount(part, open);
  }

  /** What is left to settle is debt of a former account. @returns how much could be paid */
  private payFormerAccount(part: Part, open: number): number {
    const credits = Math.min(open, part.credits);
    part.credits -= credits;
    add(this.lots, part.lot, -credits);
    this.noteSubstitutes(FORMER_ACCOUNT, [{ lot: part.lot, credits }]);
    return credits;
  }

  /** @returns how much it could pay */
  private payDebt(debts: Map<string, number>, debtor: string, part: Part, open: number): number {
    const credits = Math.min(open, part.credits, debts.get(debtor) ?? 0);
    if (credits === 0) return 0;
    part.credits -= credits;
    add(this.lots, part.lot, -credits);
    add(debts, debtor, -credits);
    this.noteSubstitutes(debtor, [{ lot: part.lot, credits }]);
    return credits;
  }

  private noteSubstitutes(lot: string, parts: Part[]): void {
    this.taken.set(lot, [...(this.taken.get(lot) ?? []), ...parts.filter((part) => part.lot !== lot)]);
  }

  /** Credits that come back to a lot first replace those that stood in for it: these return to where they came from. */
  private put(lot: string, credits: number): Part[] {
    const replaced = popUpTo(this.taken.get(lot) ?? [], credits);
    const own = credits - sum(replaced);
    add(this.lots, lot, own);
    return [
      ...replaced.flatMap((part) => this.put(part.lot, part.credits)),
      ...(own > 0 ? [{ lot, credits: own }] : []),
    ];
  }

  /** Gifts first, then the oldest grant. */
  private take(credits: number): Part[] {
    const parts: Part[] = [];
    let open = credits;
    for (const [lot, left] of this.lots) {
      const part = Math.min(left, open);
      if (part === 0) continue;
      this.lots.set(lot, left - part);
      parts.push({ lot, credits: part });
      open -= part;
    }
    return parts;
  }

  private correctedLot({ businessKey }: LedgerLine): string | null {
    return this.lotOfPayment.get(correctedPayment(businessKey) ?? '') ?? null;
  }
}

/** Takes so many credits off the end of a list of parts. @returns them, the last first */
function popUpTo(parts: Part[], credits: number): Part[] {
  const popped: Part[] = [];
  for (let open = credits; open > 0 && parts.length > 0;) {
    const last = parts.at(-1)!;
    const part = Math.min(last.credits, open);
    popped.push({ lot: last.lot, credits: part });
    last.credits -= part;
    if (last.credits === 0) parts.pop();
    open -= part;
  }
  return popped;
}

const add = (to: Map<string, number>, key: string, credits: number): void =>
  void to.set(key, (to.get(key) ?? 0) + credits);

const sum = (parts: Part[]): number => parts.reduce((total, { credits }) => total + credits, 0);

/** What a charge and its return are for, such as `generation:<id>`. */
const purposeOf = ({ businessKey }: LedgerLine): string => businessKey.split(':', 2).join(':');
