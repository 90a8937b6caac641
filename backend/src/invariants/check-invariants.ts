import type { EntityManager } from '@mikro-orm/postgresql';
import { checkReadyProfiles, checkTrainingCharges, checkTrainingJobs } from '../ai-profiles/index.js';
import {
  checkCompletedRuns,
  checkFreeRepeats,
  checkGenerationCharges,
  checkRunJobs,
  checkShownRuns,
} from '../generations/index.js';
import { checkBalances, checkChains, checkPassedOnDebts } from '../credits/index.js';
import type { PaymentProvider } from '../integrations/payments/index.js';
import { checkEmails } from '../notifications/index.js';
import { checkForgottenJobs } from '../platform/queue/index.js';
import {
  checkDebts,
  checkInvoices,
  checkNextPrices,
  checkPacks,
  checkPayments,
  checkRenewals,
  checkSubscriptions,
  readCustomers,
} from '../payments/index.js';

/**
 * What must hold of money, credits and work at any time (I1 to I4, I6, I9, I11, I12), and once everything the provider told of is done (I2 and
 * I10 and I12 against it). Changes nothing. @returns one line for each violation; none when all is well
 */
export async function checkInvariants(em: EntityManager, payments: PaymentProvider): Promise<string[]> {
  return [...(await checkBooks(em)), ...(await checkWork(em, new Date())), ...(await checkProvider(em, payments))];
}

/** What the database alone can tell: I1, I3, I11, and I2 between payments, grants and orders. */
export async function checkBooks(em: EntityManager): Promise<string[]> {
  return [
    ...(await checkLedger(em)),
    ...(await checkPayments(em)),
    ...(await checkTrainingCharges(em)),
    ...(await checkGenerationCharges(em)),
    ...(await checkFreeRepeats(em)),
    ...(await checkShownRuns(em)),
  ];
}

/** I1: the sum of a user's ledger is the cached balance, line by line, and nothing is ever negative. */
export async function checkLedger(em: EntityManager): Promise<string[]> {
  return [
    ...(await checkBalances(em)),
    ...(await checkChains(em)),
    ...(await checkDebts(em)),
    ...(await checkPassedOnDebts(em)),
  ];
}

/** I4, I6, I9, I12: what has ended stays ended, no work is forgotten, each email exists once, the next renewal has its price. */
async function checkWork(em: EntityManager, now: Date): Promise<string[]> {
  return [
    ...(await checkCompletedRuns(em)),
    ...(await checkReadyProfiles(em)),
    ...(await checkForgottenJobs(em, now)),
    ...(await checkRunJobs(em)),
    ...(await checkTrainingJobs(em)),
    ...(await checkEmails(em)),
    ...(await checkNextPrices(em, now)),
  ];
}

/** What only the provider can tell: I2 and I12 from its side, and I10. */
export async function checkProvider(em: EntityManager, payments: PaymentProvider): Promise<string[]> {
  const violations: string[] = [];
  for await (const customers of readCustomers(em, payments)) {
    violations.push(
      ...(await checkInvoices(em, customers)),
      ...(await checkSubscriptions(em, customers)),
      ...(await checkRenewals(em, customers)),
    );
  }
  return [...violations, ...(await checkPacks(em, payments))];
}
