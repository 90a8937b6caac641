import { z } from 'zod';
import { defineTopic } from '../platform/queue/index.js';
import { PAYMENT_PROBLEMS } from './records/subscription.entity.js';

/** The provider told of a change; the customer is read again. */
export const PaymentEventReceived = defineTopic({
  name: 'billing.payment_event_received',
  queue: 'billing',
  schema: z.object({
    eventId: z.string(),
    customerId: z.string().nullable(),
    chargeId: z.string().nullable().default(null),
  }),
  maxAttempts: 20,
});

/** A customer is read again because it is time to. */
export const ReconciliationDue = defineTopic({
  name: 'billing.reconciliation_due',
  queue: 'billing',
  schema: z.object({ userId: z.uuid() }),
  maxAttempts: 8,
});

/** A withdrawn upgrade: the plan from before comes back into force. */
export const PlanRestoreRequested = defineTopic({
  name: 'billing.plan_restore_requested',
  queue: 'billing',
  schema: z.object({ orderId: z.uuid() }),
  maxAttempts: 20,
});

/** A renewal is near whose price at the provider is not the one its customer was told. */
export const PriceChangeDue = defineTopic({
  name: 'billing.price_change_due',
  queue: 'billing',
  schema: z.object({ subscriptionId: z.uuid() }),
  maxAttempts: 8,
});

/** An order is paid; notifications confirms it by mail. */
export const OrderPaid = defineTopic({
  name: 'billing.order_paid',
  queue: 'mail',
  schema: z.object({ orderId: z.uuid() }),
  maxAttempts: 12,
});

/** A subscription was canceled by its customer; notifications confirms it by mail. */
export const SubscriptionCanceled = defineTopic({
  name: 'billing.subscription_canceled',
  queue: 'mail',
  schema: z.object({ subscriptionId: z.uuid() }),
  maxAttempts: 12,
});

/** A payment failed or waits to be confirmed at the bank; notifications says what to do. */
export const PaymentNeeded = defineTopic({
  name: 'billing.payment_needed',
  queue: 'mail',
  schema: z.object({ userId: z.uuid(), subscriptionProviderId: z.string(), problem: z.enum(PAYMENT_PROBLEMS) }),
  maxAttempts: 12,
});

/** A bank has decided about a chargeback; notifications explains where the customer stands. */
export const DisputeDecided = defineTopic({
  name: 'billing.dispute_decided',
  queue: 'mail',
  schema: z.object({ paymentId: z.uuid(), outcome: z.enum(['won', 'lost']), amountRappen: z.int() }),
  maxAttempts: 12,
});

/** A customer who left or was blocked pays nothing more: at once, or from the end of the paid period on. */
export const SubscriptionEndRequested = defineTopic({
  name: 'billing.subscription_end_requested',
  queue: 'billing',
  /** With a subscription it is about that one alone, however late it is carried out. */
  schema: z.object({
    userId: z.uuid(),
    when: z.enum(['now', 'period_end']),
    providerSubscriptionId: z.string().optional(),
  }),
  maxAttempts: 8,
});

/** Money was promised back and is still to be sent. */
export const RefundRequested = defineTopic({
  name: 'billing.refund_requested',
  queue: 'billing',
  schema: z.object({ refundId: z.uuid() }),
  maxAttempts: 20,
});

/** A contract was withdrawn from; notifications sends the receipt. */
export const OrderWithdrawn = defineTopic({
  name: 'billing.order_withdrawn',
  queue: 'mail',
  schema: z.object({ orderId: z.uuid() }),
  maxAttempts: 12,
});
