import type Stripe from 'stripe';
import { id } from '../api/parameters.js';
import type { Route, ShapeOf } from '../api/route.js';
import { accountCalls } from './account.js';
import { catalogueCalls } from './catalogue.js';
import { sessionCalls } from './checkout-sessions.js';
import { customerCalls } from './customers.js';
import { invoiceCalls } from './invoices.js';
import { listing, reading } from './lists.js';
import { portalConfigurationCalls } from './portal-configurations.js';
import { portalCalls } from './portal-sessions.js';
import { refundCalls } from './refunds.js';
import { subscriptionCalls } from './subscriptions.js';
import { taxRateCalls } from './tax-rates.js';
import { webhookEndpointCalls } from './webhook-endpoints.js';

/** Every call of Stripe's API that the emulator answers; whatever is not here answers 404. */
export const calls: readonly Route[] = [
  ...customerCalls,
  ...catalogueCalls,
  ...taxRateCalls,
  ...accountCalls,
  ...webhookEndpointCalls,
  ...sessionCalls,
  ...subscriptionCalls,
  ...invoiceCalls,
  reading('/v1/payment_intents', 'paymentIntents'),
  listing('/v1/charges', 'charges', {
    customer: id.optional(),
    payment_intent: id.optional(),
  } satisfies ShapeOf<Stripe.ChargeListParams>),
  reading('/v1/charges', 'charges'),
  ...refundCalls,
  listing('/v1/disputes', 'disputes', { charge: id.optional() } satisfies ShapeOf<Stripe.DisputeListParams>),
  ...portalConfigurationCalls,
  ...portalCalls,
];
