import type { Payment } from '../../payments/index.js';

/** What of a payment goes back. */
export interface Share {
  refundRappen: number;
  /** Credits of its own that are still there. */
  credits: number;
}

type Paid = Pick<
  Payment,
  'creditsGranted' | 'creditsHeld' | 'creditsTakenBack' | 'amountRappen' | 'refundedRappen' | 'disputedRappen'
>;

/**
 * The price less the share used, in the customer's favour to the Rappen, but never more than is left of the payment, and never so
 * much that it would stand for another credit, which is not there any more.
 * @param unused credits left of the payment's own grant (see `creditLots`)
 */
export function shareBack(payment: Paid, unused: number): Share {
  const open = payment.amountRappen - payment.refundedRappen - payment.disputedRappen;
  // Nothing of it could be used.
  if (payment.creditsHeld > 0) return { credits: 0, refundRappen: Math.max(0, open) };
  const credits = Math.max(0, Math.min(unused, payment.creditsGranted - payment.creditsTakenBack));
  const refundRappen = credits === 0 ? 0 : Math.ceil((payment.amountRappen * credits) / payment.creditsGranted);
  return { credits, refundRappen: Math.max(0, Math.min(refundRappen, open, mostFor(payment, credits))) };
}

/** The most that can go back of a payment while it costs no more than so many credits (see creditsLost in the corrections). */
function mostFor(payment: Paid, credits: number): number {
  if (payment.creditsGranted === 0) return 0;
  const threshold = Math.ceil(
    ((payment.creditsTakenBack + credits + 1) * payment.amountRappen) / payment.creditsGranted,
  );
  return threshold - 1 - payment.refundedRappen - payment.disputedRappen;
}
