import type Stripe from 'stripe';
import { z } from 'zod';
import { find } from '../api/answers.js';
import { expand, flag, id, integer } from '../api/parameters.js';
import { invalid } from '../api/refusal.js';
import { route, type Route, type ShapeOf } from '../api/route.js';
import { draftInvoice, itemLines } from '../billing/bill-subscription.js';
import { paidUntil } from '../billing/end-subscription.js';
import { periodFrom } from '../billing/periods.js';
import { changedItems, prorationLines } from '../billing/proration.js';
import type { WireInvoice, WireSubscription } from '../objects/wire.js';
import { randomToken } from '../state/ids.js';
import type { World } from '../state/world.js';
import { itemChanges, prorationBehaviour, prorationMoment, readChanges } from './item-changes.js';

const preview = z.strictObject({
  customer: id.optional(),
  expand,
  subscription: id,
  subscription_details: z
    .strictObject({
      cancel_at_period_end: flag.optional(),
      items: itemChanges.optional(),
      proration_behavior: prorationBehaviour.optional(),
      proration_date: integer.optional(),
    } satisfies ShapeOf<Stripe.InvoiceCreatePreviewParams.SubscriptionDetails>)
    .optional(),
} satisfies ShapeOf<Stripe.InvoiceCreatePreviewParams>);

type Details = NonNullable<z.output<typeof preview>['subscription_details']>;

/** What a change would bill now, or what the next period will bill. Nothing of it is kept. */
export const previewCall: Route = route('POST', '/v1/invoices/create_preview', preview, (world, params) => {
  const subscription = find(world, 'subscriptions', params.subscription, 'subscription');
  if (params.customer && params.customer !== subscription.customer) {
    throw invalid(
      null,
      `The subscription \`${subscription.id}\` does not belong to the customer \`${params.customer}\`.`,
      'subscription',
    );
  }
  if (subscription.status === 'canceled')
    throw invalid('invoice_upcoming_none', 'No upcoming invoices for a canceled subscription.', 'subscription');
  const details = params.subscription_details ?? {};
  return details.items && details.proration_behavior === 'always_invoice'
    ? previewChange(world, subscription, details)
    : previewRenewal(world, subscription, details);
});

function previewChange(world: World, subscription: WireSubscription, details: Details): WireInvoice {
  const changes = readChanges(world, subscription, details.items ?? [], 'subscription_details[items]');
  const at = prorationMoment(world, changes, details.proration_date);
  const id = `upcoming_in_${randomToken(24)}`;
  const lines = prorationLines(world, subscription, changes, at, id);
  return unwritten(
    draftInvoice(world, subscription, '', { id, reason: 'subscription_update', covers: { start: at, end: at }, lines }),
  );
}

function previewRenewal(world: World, subscription: WireSubscription, details: Details): WireInvoice {
  if (details.items && details.proration_behavior !== 'none') {
    throw invalid(
      null,
      'The emulator bills changes at once or not at all: proration_behavior must be always_invoice or none.',
      'subscription_details[proration_behavior]',
    );
  }
  const ends = details.cancel_at_period_end ?? subscription.cancel_at_period_end;
  if (ends)
    throw invalid('invoice_upcoming_none', `No upcoming invoices for subscription: ${subscription.id}`, 'subscription');
  const changes = readChanges(world, subscription, details.items ?? [], 'subscription_details[items]');
  const next = structuredClone(subscription);
  next.items.data = changedItems(subscription, changes);
  const covers = {
    start: Math.min(...next.items.data.map((item) => item.current_period_start)),
    end: paidUntil(subscription),
  };
  for (const item of next.items.data) {
    const period = periodFrom(next.billing_cycle_anchor, item.price, item.current_period_end);
    item.current_period_start = period.start;
    item.current_period_end = period.end;
  }
  const id = `upcoming_in_${randomToken(24)}`;
  const invoice = draftInvoice(world, next, '', {
    id,
    reason: 'subscription_cycle',
    covers,
    lines: itemLines(world, next, id),
  });
  invoice.next_payment_attempt = covers.end;
  return unwritten(invoice);
}

/** A preview is a draft nobody can pay. */
function unwritten(invoice: WireInvoice): WireInvoice {
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
}
