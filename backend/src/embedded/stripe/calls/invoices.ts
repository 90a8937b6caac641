import type Stripe from 'stripe';
import { z } from 'zod';
import { find, inRange, listAnswer, page } from '../api/answers.js';
import { createdRange, expand, id, paging } from '../api/parameters.js';
import { route, type Route, type ShapeOf } from '../api/route.js';

const invoiceList = z.strictObject({
  ...paging,
  created: createdRange,
  customer: id.optional(),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
  subscription: id.optional(),
} satisfies ShapeOf<Stripe.InvoiceListParams>);

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
          (params.subscription === undefined || one.parent?.subscription_details?.subscription === params.subscription) &&
          inRange(one.created, params.created),
      ),
      params,
    ),
  ),

  route('GET', '/v1/invoices/:id', z.strictObject({ expand }), (world, _, [invoiceId]) => find(world, 'invoices', invoiceId)),

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
