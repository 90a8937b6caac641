import { z } from 'zod';
import { defineTopic } from '../platform/queue/index.js';

/** The provider told of a change; the customer is read again. */
export const PaymentEventReceived = defineTopic({
  name: 'billing.payment_event_received',
  queue: 'billing',
  schema: z.object({ eventId: z.string(), customerId: z.string() }),
  maxAttempts: 20,
});

/** An order is paid; notifications confirms it by mail. */
export const OrderPaid = defineTopic({
  name: 'billing.order_paid',
  queue: 'mail',
  schema: z.object({ orderId: z.uuid() }),
  maxAttempts: 12,
});

/** Whoever left or was shut out pays nothing more: at once, or from the end of the paid period on. */
export const SubscriptionEndRequested = defineTopic({
  name: 'billing.subscription_end_requested',
  queue: 'billing',
  schema: z.object({ userId: z.uuid(), when: z.enum(['now', 'period_end']) }),
  maxAttempts: 8,
});
