import type { Payment } from '../synchronisation/payment.entity.js';

/** What of a payment goes back. */
export interface Share {
  payment: Payment;
  refundRappen: number;
  /** Unused credits that it brought. */
  credits: number;
}

type Paid = Pick<Payment, 'creditsGranted' | 'creditsTakenBack' | 'amountRappen' | 'refundedRappen' | 'disputedRappen'>;

/**
 * Splits a balance over the payments it may stem from, newest first: what was spent counts as spent from the oldest. Each pays
 * back the price less the share used, in the customer's favour to the Rappen, but never more than is left of it, and never so much that
 * it would stand for another credit, which is not there any more.
 */
export function shareBack(payments: Paid[], balance: number): Share[] {
  let left = balance;
  return payments.map((payment) => {
    const credits = Math.min(left, payment.creditsGranted - payment.creditsTakenBack);
    left -= credits;
    const open = payment.amountRappen - payment.refundedRappen - payment.disputedRappen;
    const refundRappen = payment.creditsGranted === 0 ? 0 : Math.ceil((payment.amountRappen * credits) / payment.creditsGranted);
    return { payment: payment as Payment, credits, refundRappen: Math.max(0, Math.min(refundRappen, open, mostFor(payment, credits))) };
  });
}

/** The most that can go back of a payment while it costs no more than so many credits (see creditsLost in the corrections). */
function mostFor(payment: Paid, credits: number): number {
  if (payment.creditsGranted === 0) return 0;
  const threshold = Math.ceil(((payment.creditsTakenBack + credits + 1) * payment.amountRappen) / payment.creditsGranted);
  return threshold - 1 - payment.refundedRappen - payment.disputedRappen;
}
