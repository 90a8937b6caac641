import { defineDomainEvent } from '../platform/domain-events/index.js';

/** Refunds and chargebacks of a customer have been read and reckoned, under the customer's lock; nothing is paid back yet. */
export const PaymentsCorrected = defineDomainEvent<{ userId: string }>('payments.corrected');

/** A customer lets a subscription run on that had been canceled. */
export const SubscriptionResumed = defineDomainEvent<{ userId: string }>('payments.subscription_resumed');
