import { defineEntity, p } from '@mikro-orm/core';

/** The cached balance: always the sum of the user's ledger, changed only together with it, never negative. */
export const CreditAccountSchema = defineEntity({
  name: 'CreditAccount',
  tableName: 'credit_account',
  properties: {
    userId: p.uuid().primary(),
    balance: p.integer().default(0),
    /** Credits that a refund or chargeback should have taken back but were spent already. What comes in settles them first. */
    owed: p.integer().default(0),
    /** Of an account that left: owed by the next account under its address. */
    debtPassedOn: p.integer().default(0),
    /** Owed, now or before, for accounts that left. */
    debtTakenOver: p.integer().default(0),
  },
  checks: [
    { name: 'credit_account_balance_not_negative', expression: 'balance >= 0' },
    { name: 'credit_account_owed_not_negative', expression: 'owed >= 0' },
    { name: 'credit_account_debts_not_negative', expression: 'debt_passed_on >= 0 and debt_taken_over >= 0' },
  ],
});
export class CreditAccount extends CreditAccountSchema.class {}
CreditAccountSchema.setClass(CreditAccount);
