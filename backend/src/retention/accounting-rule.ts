import { newestDeclaration } from '../contracts/index.js';
import { newestLedgerLine } from '../credits/index.js';
import { facts } from '../facts/index.js';
import { LEFT_ACCOUNTS } from '../identity/index.js';
import { newestPayments } from '../payments/index.js';
import { ageRule, mayBeOver, yearEnd } from '../platform/retention/index.js';

const newest = `greatest(${LEFT_ACCOUNTS.since}, ${newestLedgerLine('t.id')}, ${newestPayments('t.id')}, ${newestDeclaration('t.id')})`;

const kept = `P${facts.deletion.accountingYears}Y`;

/** Accounts that left, with their accounting. The database lets them go by one function alone. */
export const ACCOUNTING_RULE = ageRule({
  ...LEFT_ACCOUNTS,
  name: 'accounting',
  since: `(${yearEnd(newest)})`,
  kept,
  bound: mayBeOver(LEFT_ACCOUNTS.since, kept),
  grace: 'P30D',
  effect: async (em, { ids }) => {
    let removed = 0;
    for (const id of ids)
      removed += (await em.execute<{ removed: number }[]>('select remove_old_accounting(?) as removed', [id]))[0]!
        .removed;
    return removed;
  },
});
