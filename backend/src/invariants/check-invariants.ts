import type { EntityManager } from '@mikro-orm/postgresql';
import type { PaymentProvider } from '../integrations/payments/index.js';
import { checkCharges } from './charges.js';
import { readCustomers } from './customers.js';
import { checkLedger } from './ledger.js';
import { checkInvoices, checkPacks, checkPayments } from './payments.js';
import { checkShownRuns } from './shown-runs.js';
import { checkSubscriptions } from './subscriptions.js';
import { checkWork } from './work.js';

/**
 * What must hold of money, credits and work at any time (I1 to I4, I6, I9, I11), and once everything the provider told of is done (I2 and
 * I10 against it). Changes nothing. @returns one line for each violation; none when all is well
 */
export async function checkInvariants(em: EntityManager, payments: PaymentProvider): Promise<string[]> {
  return [...(await checkBooks(em)), ...(await checkWork(em, new Date())), ...(await checkProvider(em, payments))];
}

/** What the database alone can tell: I1, I3, I11, and I2 between payments, grants and orders. */
export async function checkBooks(em: EntityManager): Promise<string[]> {
  return [
    ...(await checkLedger(em)),
    ...(await checkPayments(em)),
    ...(await checkCharges(em)),
    ...(await checkShownRuns(em)),
  ];
}

/** What only the provider can tell: I2 from its side, and I10. */
export async function checkProvider(em: EntityManager, payments: PaymentProvider): Promise<string[]> {
  const violations: string[] = [];
  for await (const customers of readCustomers(em, payments)) {
    violations.push(...(await checkInvoices(em, customers)), ...(await checkSubscriptions(em, customers)));
  }
  return [...violations, ...(await checkPacks(em, payments))];
}
