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
  },
  checks: [
    { name: 'credit_account_balance_not_negative', expression: 'balance >= 0' },
    { name: 'credit_account_owed_not_negative', expression: 'owed >= 0' },
  ],
});
export class CreditAccount extends CreditAccountSchema.class {}
CreditAccountSchema.setClass(CreditAccount);
