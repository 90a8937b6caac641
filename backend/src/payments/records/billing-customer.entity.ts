import { defineEntity, p } from '@mikro-orm/core';

/** Who a user is at the payment provider. Its row is the lock under which a customer is synchronised. */
export const BillingCustomerSchema = defineEntity({
  name: 'BillingCustomer',
  tableName: 'billing_customer',
  properties: {
    userId: p.uuid().primary(),
    providerId: p.string().length(100).unique(),
    synchronisedAt: p.datetime(3).nullable(),
  },
});
export class BillingCustomer extends BillingCustomerSchema.class {}
BillingCustomerSchema.setClass(BillingCustomer);
