import type { WireInvoice } from '../objects/wire.js';

/** Stripe's smallest charge in Swiss francs, in Rappen. */
export const leastCharge = 50;

/**
 * Takes the customer's balance (negative: owed to the customer) into an invoice. What remains is due now, or carried on as
 * the new balance where it is a credit or less than the smallest charge.
 */
export function carryBalance(invoice: WireInvoice, balance: number): void {
  const rest = invoice.total + balance;
  invoice.starting_balance = balance;
  invoice.amount_due = rest < leastCharge ? 0 : rest;
  invoice.amount_remaining = invoice.amount_due;
  invoice.ending_balance = rest < leastCharge ? rest : 0;
}
