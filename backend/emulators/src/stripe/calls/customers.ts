import type Stripe from 'stripe';
import { z } from 'zod';
import { find } from '../api/answers.js';
import { emailAddress, expand, list, metadata, text } from '../api/parameters.js';
import { route, type Route, type ShapeOf } from '../api/route.js';
import { buildCustomer } from '../objects/customer.js';
import { newId, randomToken } from '../state/ids.js';
import { changedFields } from './changed-fields.js';
import { listing, reading } from './lists.js';

/** What stands at the foot of a customer's invoices; an empty text takes it away. */
const invoiceSettings = z.strictObject({
  footer: text.optional(),
} satisfies ShapeOf<Stripe.CustomerUpdateParams.InvoiceSettings>);

const update = z.strictObject({
  expand,
  invoice_settings: invoiceSettings.optional(),
} satisfies ShapeOf<Stripe.CustomerUpdateParams>);

const create = z.strictObject({
  email: emailAddress.optional(),
  expand,
  invoice_settings: invoiceSettings.optional(),
  metadata: metadata.optional(),
  name: text.optional(),
  preferred_locales: list(z.string().max(20)).optional(),
} satisfies ShapeOf<Stripe.CustomerCreateParams>);

/** Calls on customers. */
export const customerCalls: Route[] = [
  route('POST', '/v1/customers', create, (world, params) => {
    const customer = buildCustomer({
      id: newId('customers'),
      created: world.now(),
      email: params.email ?? null,
      name: params.name ?? null,
      preferred_locales: params.preferred_locales ?? [],
      metadata: params.metadata ?? {},
      invoice_prefix: randomToken(8).toUpperCase(),
    });
    customer.invoice_settings.footer = params.invoice_settings?.footer || null;
    world.state.customers.set(customer.id, customer);
    world.emit('customer.created', customer);
    return customer;
  }),
  reading('/v1/customers', 'customers'),
  route('POST', '/v1/customers/:id', update, (world, params, [customerId]) => {
    const customer = find(world, 'customers', customerId);
    const before = structuredClone(customer);
    if (params.invoice_settings?.footer !== undefined)
      customer.invoice_settings.footer = params.invoice_settings.footer || null;
    world.emit('customer.updated', customer, changedFields(before, customer));
    return customer;
  }),
  listing('/v1/customers', 'customers', {
    email: z.string().max(512).optional(),
  } satisfies ShapeOf<Stripe.CustomerListParams>),
];
