import type { Route } from '../api/route.js';
import { catalogueCalls } from './catalogue.js';
import { sessionCalls } from './checkout-sessions.js';
import { customerCalls } from './customers.js';
import { disputeCalls } from './disputes.js';
import { eventCalls } from './events.js';
import { invoiceCalls } from './invoices.js';
import { paymentCalls } from './payments.js';
import { portalCalls } from './portal-sessions.js';
import { refundCalls } from './refunds.js';
import { subscriptionCalls } from './subscriptions.js';

/** Every call of Stripe's API that the emulator answers; whatever is not here answers 404. */
export const calls: readonly Route[] = [
  ...customerCalls,
  ...catalogueCalls,
  ...sessionCalls,
  ...subscriptionCalls,
  ...invoiceCalls,
  ...paymentCalls,
  ...refundCalls,
  ...disputeCalls,
  ...portalCalls,
  ...eventCalls,
];
