import type { CreditEntry, CreditReason } from './credit-entry.entity.js';

type Line = Pick<CreditEntry, 'delta' | 'reason' | 'businessKey'>;

/** Credits that came from a payment. Whatever else brings credits (goodwill, corrections, rewards) is a gift. */
const BOUGHT: readonly CreditReason[] = ['plan_grant', 'upgrade_grant', 'pack_grant'];
/** Money that went back takes bought credits, and brings them again where it did not arrive. */
const MONEY_BACK: readonly CreditReason[] = ['refund_deduction', 'refund_return', 'debt_settlement'];
const CHARGES: readonly CreditReason[] = ['training_charge', 'generation_charge'];
const RETURNS: readonly CreditReason[] = ['training_return', 'generation_return'];

/** What is charged for, the same in its charge and in its return: `generation:…`. */
const causeOf = ({ businessKey }: Line): string => businessKey.split(':').slice(0, 2).join(':');

/**
 * Whether a charge was met by bought credits alone, and still stands. The ledger does not tell credits apart, so gifts are taken to be spent
 * first (docs/decisions/0029-judgements-of-paid-runs.md).
 * @param lines the whole ledger of one customer, in the order of booking
 */
export function isPaidCharge(lines: readonly Line[], chargeKey: string): boolean {
  const charges = new Map<string, { key: string; gifts: number }>();
  let gifts = 0;
  let bought = 0;
  for (const line of lines) {
    const { delta, reason } = line;
    const charge = charges.get(causeOf(line));
    if (BOUGHT.includes(reason)) bought += delta;
    else if (CHARGES.includes(reason)) {
      const taken = Math.min(gifts, -delta);
      gifts -= taken;
      bought += delta + taken;
      charges.set(causeOf(line), { key: line.businessKey, gifts: taken });
    } else if (RETURNS.includes(reason) && charge) {
      gifts += charge.gifts;
      bought += delta - charge.gifts;
      charges.delete(causeOf(line));
    } else if (MONEY_BACK.includes(reason)) bought += delta;
    else gifts += delta;
    // What one kind cannot bear is taken from the other: together they are the balance, which is never negative.
    if (bought < 0) [gifts, bought] = [gifts + bought, 0];
    if (gifts < 0) [gifts, bought] = [0, bought + gifts];
  }
  return [...charges.values()].some(({ key, gifts: given }) => key === chargeKey && given === 0);
}
