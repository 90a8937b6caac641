import type Stripe from 'stripe';
import { z } from 'zod';
import { find } from '../api/answers.js';
import { expand, id, integer } from '../api/parameters.js';
import { invalid } from '../api/refusal.js';
import { route, type Route, type ShapeOf } from '../api/route.js';
import { draftInvoice } from '../billing/bill-subscription.js';
import { prorationLines } from '../billing/proration.js';
import { randomToken } from '../state/ids.js';
import { itemChanges, prorationMoment, readChanges } from './item-changes.js';
import { listing, reading } from './lists.js';

const preview = z.strictObject({
  customer: id.optional(),
  expand,
  subscription: id,
  subscription_details: z.strictObject({
    items: itemChanges,
    proration_behavior: z.literal('always_invoice'),
    proration_date: integer.optional(),
  } satisfies ShapeOf<Stripe.InvoiceCreatePreviewParams.SubscriptionDetails>),
} satisfies ShapeOf<Stripe.InvoiceCreatePreviewParams>);

/** Calls on invoices. */
export const invoiceCalls: Route[] = [
  listing('/v1/invoices', 'invoices', {
    customer: id.optional(),
    status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
  } satisfies ShapeOf<Stripe.InvoiceListParams>),
  reading('/v1/invoices', 'invoices'),

  // What a change would bill now: a draft nobody can pay, and nothing of it is kept.
  route('POST', '/v1/invoices/create_preview', preview, (world, { customer, subscription: named, ...params }) => {
    const subscription = find(world, 'subscriptions', named, 'subscription');
    if (customer && customer !== subscription.customer) {
      const message = `The subscription \`${named}\` does not belong to the customer \`${customer}\`.`;
      throw invalid(null, message, 'subscription');
    }
    if (subscription.status === 'canceled')
      throw invalid('invoice_upcoming_none', 'No upcoming invoices for a canceled subscription.', 'subscription');
    const details = params.subscription_details;
    const changes = readChanges(world, subscription, details.items, 'subscription_details[items]');
    const at = prorationMoment(world, changes, details.proration_date);
    const invoiceId = `upcoming_in_${randomToken(24)}`;
    const invoice = draftInvoice(world, subscription, '', {
      id: invoiceId,
      reason: 'subscription_update',
      covers: { start: at, end: at },
      lines: prorationLines(world, subscription, changes, at, invoiceId),
    });
    return {
      ...invoice,
      status: 'draft',
      number: null,
      hosted_invoice_url: null,
      invoice_pdf: null,
      effective_at: null,
      ending_balance: null,
      auto_advance: false,
      status_transitions: { ...invoice.status_transitions, finalized_at: null },
    };
  }),
];
