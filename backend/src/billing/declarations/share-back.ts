import type { Payment } from '../synchronisation/payment.entity.js';

/** What of a payment goes back. */
export interface Share {
  payment: Payment;
  refundRappen: number;
  /** Unused credits that it brought. */
  credits: number;
}

/**
 * Splits a balance over the payments it may stem from, newest first: what was spent counts as spent from the oldest. Each pays
 * back the price less the share used, in the customer's favour to the Rappen, and never more than is left of it.
 */
export function shareBack(payments: Pick<Payment, 'creditsGranted' | 'creditsTakenBack' | 'amountRappen' | 'refundedRappen' | 'disputedRappen'>[], balance: number): Share[] {
  let left = balance;
  return payments.map((payment) => {
    const credits = Math.min(left, payment.creditsGranted - payment.creditsTakenBack);
    left -= credits;
    const open = payment.amountRappen - payment.refundedRappen - payment.disputedRappen;
    const refundRappen = payment.creditsGranted === 0 ? 0 : Math.ceil((payment.amountRappen * credits) / payment.creditsGranted);
    return { payment: payment as Payment, credits, refundRappen: Math.max(0, Math.min(refundRappen, open)) };
  });
}
