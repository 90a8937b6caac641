import type Stripe from 'stripe';
import { z } from 'zod';
import { find, inRange, listAnswer, page } from '../api/answers.js';
import { createdRange, expand, id, paging } from '../api/parameters.js';
import { invalid, StripeRefusal } from '../api/refusal.js';
import { route, type Route, type ShapeOf } from '../api/route.js';
import { cardOf, subscriptionOf } from '../billing/bill-subscription.js';
import { storedVerdict } from '../billing/cards.js';
import { attemptInvoice, voidInvoice } from '../billing/collect-invoice.js';
import { dropPendingUpdate } from '../billing/pending-update.js';
import { awaitsPayment } from '../billing/revive-subscription.js';
import { previewCall } from './preview-invoice.js';

const invoiceList = z.strictObject({
  ...paging,
  created: createdRange,
  customer: id.optional(),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
  subscription: id.optional(),
} satisfies ShapeOf<Stripe.InvoiceListParams>);

const invoicePay = z.strictObject({ expand, payment_method: id.optional() } satisfies ShapeOf<Stripe.InvoicePayParams>);

const paymentList = z.strictObject({
  ...paging,
  invoice: id.optional(),
  payment: z.strictObject({ type: z.literal('payment_intent'), payment_intent: id }).optional(),
  status: z.enum(['canceled', 'open', 'paid']).optional(),
} satisfies ShapeOf<Stripe.InvoicePaymentListParams>);

/** Calls on invoices and on the payments that settled them. */
export const invoiceCalls: Route[] = [
  route('GET', '/v1/invoices', invoiceList, (world, params) =>
    listAnswer(
      '/v1/invoices',
      [...world.state.invoices.values()].filter(
        (one) =>
          (params.customer === undefined || one.customer === params.customer) &&
          (params.status === undefined || one.status === params.status) &&
          (params.subscription === undefined ||
            one.parent?.subscription_details?.subscription === params.subscription) &&
          inRange(one.created, params.created),
      ),
      params,
    ),
  ),

  route('GET', '/v1/invoices/:id', z.strictObject({ expand }), (world, _, [invoiceId]) =>
    find(world, 'invoices', invoiceId),
  ),

  previewCall,

  route('POST', '/v1/invoices/:id/pay', invoicePay, (world, params, [invoiceId]) => {
    const invoice = find(world, 'invoices', invoiceId);
    if (invoice.status === 'paid') throw invalid('invoice_already_paid', 'Invoice is already paid.');
    if (invoice.status !== 'open') throw invalid('invoice_not_open', 'Only open invoices can be paid.');
    const subscription = subscriptionOf(world, invoice);
    const method = params.payment_method
      ? find(world, 'paymentMethods', params.payment_method, 'payment_method')
      : subscription && cardOf(world, subscription);
    if (!method) throw invalid('missing', 'There is no payment method to pay this invoice with.');
    const verdict = attemptInvoice(
      world,
      invoice,
      { method, verdict: storedVerdict(method) },
      invoice.next_payment_attempt,
    );
    if (verdict === 'paid') return invoice;
    if (verdict === 'confirm')
      throw new StripeRefusal(
        402,
        'card_error',
        'invoice_payment_intent_requires_action',
        'This payment requires additional user action before it can be completed successfully.',
      );
    throw new StripeRefusal(402, 'card_error', 'card_declined', 'Your card was declined.');
  }),

  route('POST', '/v1/invoices/:id/void', z.strictObject({ expand }), (world, _, [invoiceId]) => {
    const invoice = find(world, 'invoices', invoiceId);
    if (invoice.status !== 'open')
      throw invalid(
        'invoice_not_open',
        `You can only void open invoices. This invoice is ${invoice.status ?? 'unknown'}.`,
      );
    const subscription = subscriptionOf(world, invoice);
    const previous =
      subscription && awaitsPayment(subscription, invoice)
        ? { pending_update: structuredClone(subscription.pending_update) }
        : null;
    if (subscription && previous) {
      dropPendingUpdate(world, subscription);
      world.emit('customer.subscription.updated', subscription, previous);
    } else voidInvoice(world, invoice);
    return invoice;
  }),

  route('GET', '/v1/invoices/:id/lines', z.strictObject(paging), (world, params, [invoiceId]) =>
    page(`/v1/invoices/${invoiceId}/lines`, find(world, 'invoices', invoiceId).lines.data, params),
  ),

  route('GET', '/v1/invoice_payments', paymentList, (world, params) =>
    listAnswer(
      '/v1/invoice_payments',
      [...world.state.invoicePayments.values()].filter(
        (one) =>
          (params.invoice === undefined || one.invoice === params.invoice) &&
          (params.payment === undefined || one.payment.payment_intent === params.payment.payment_intent) &&
          (params.status === undefined || one.status === params.status),
      ),
      params,
    ),
  ),

  route('GET', '/v1/invoice_payments/:id', z.strictObject({ expand }), (world, _, [paymentId]) =>
    find(world, 'invoicePayments', paymentId),
  ),
];
