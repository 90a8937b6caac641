import { defineEntity, p } from '@mikro-orm/core';

/** A webhook event, stored once by its id. Only what is needed to react: the state itself is read again. */
export const PaymentEventSchema = defineEntity({
  name: 'PaymentEvent',
  tableName: 'payment_event',
  properties: {
    id: p.string().length(100).primary(),
    type: p.string().length(100),
    customerId: p.string().length(100).nullable(),
    occurredAt: p.datetime(3),
    receivedAt: p.datetime(3).index(),
  },
});
export class PaymentEvent extends PaymentEventSchema.class {}
PaymentEventSchema.setClass(PaymentEvent);
