import { owesCredits } from '../credits/index.js';
import { facts } from '../facts/index.js';
import { ageRule } from '../platform/retention/index.js';

/** What the provider told of. */
export const PAYMENT_EVENT_RULE = ageRule({
  name: 'payment_events',
  table: 'payment_event',
  since: 't.received_at',
  kept: `P${facts.retention.paymentEventDays}D`,
});

/** Debts that outlive an account. */
export const DEBT_RULES = [
  ageRule({ name: 'debts', table: 'address_debt', since: 't.created_at', kept: `P${facts.deletion.debtYears}Y` }),
  // Kept as long as a chargeback may still come, or may be decided in the customer's favour, of this account or of one before it.
  ageRule({
    name: 'settled_debts',
    table: 'address_debt',
    since: 'coalesce((select max(paid_at) from payment where user_id = t.user_id), t.created_at)',
    kept: `P${facts.deletion.disputableDays}D`,
    also: `not ${owesCredits('t.user_id')}
      and not exists (select 1 from payment p where p.user_id = t.user_id and p.is_dispute_open)
      and not exists (select 1 from address_debt earlier where earlier.heir_id = t.user_id)`,
  }),
] as const;

/** For conditions about a row, in SQL: the newest moments of what a user ordered and paid, as a list. */
export const newestPayments = (user: string): string =>
  `(select max(paid_at) from payment where user_id = ${user}), (select max(created_at) from refund where user_id = ${user}),
   (select max(created_at) from customer_order where user_id = ${user}), (select max(current_period_end) from subscription where user_id = ${user})`;

/** Whether a user has ordered or paid anything. */
export const hasOrdered = (user: string): string =>
  `(exists (select 1 from customer_order x where x.user_id = ${user}) or exists (select 1 from payment x where x.user_id = ${user}))`;

/** Whether a key of work is that of the email about an invoice that is still open: written once as long as it is. */
export const isOpenInvoiceEmail = (key: string): string =>
  `exists (select 1 from subscription s where s.open_invoice_id is not null and ${key} like 'payment-needed:' || s.open_invoice_id || ':%')`;
