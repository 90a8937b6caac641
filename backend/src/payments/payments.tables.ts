import type { EntityManager } from '@mikro-orm/postgresql';
import { queriesOver, type TablesOf } from '../platform/database/index.js';
import type { PriceChangeSchema } from './records/price-change.entity.js';
import type { PriceNoticeSchema } from './records/price-notice.entity.js';
import type { AddressDebtSchema } from './debts/address-debt.entity.js';
import type { ContractTextSchema } from './contract-texts/contract-text.entity.js';
import type { BillingCustomerSchema } from './records/billing-customer.entity.js';
import type { OrderSchema } from './records/order.entity.js';
import type { PaymentSchema } from './records/payment.entity.js';
import type { RefundSchema } from './records/refund.entity.js';
import type { SubscriptionSchema } from './records/subscription.entity.js';
import type { PaymentEventSchema } from './webhooks/payment-event.entity.js';

/** Queries over this feature's tables, and over no others. */
export const db = (em: EntityManager) =>
  queriesOver<
    TablesOf<
      | typeof AddressDebtSchema
      | typeof BillingCustomerSchema
      | typeof ContractTextSchema
      | typeof OrderSchema
      | typeof PaymentSchema
      | typeof PriceChangeSchema
      | typeof PriceNoticeSchema
      | typeof RefundSchema
      | typeof SubscriptionSchema
      | typeof PaymentEventSchema
    >
  >(em);
