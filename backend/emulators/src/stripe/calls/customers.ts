import type Stripe from 'stripe';
import { z } from 'zod';
import { emailAddress, expand, list, metadata, text } from '../api/parameters.js';
import { route, type Route, type ShapeOf } from '../api/route.js';
import { buildCustomer } from '../objects/customer.js';
import { newId, randomToken } from '../state/ids.js';
import { listing } from './lists.js';

const create = z.strictObject({
  email: emailAddress.optional(),
  expand,
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
    world.state.customers.set(customer.id, customer);
    world.emit('customer.created', customer);
    return customer;
  }),
  listing('/v1/customers', 'customers', {
    email: z.string().max(512).optional(),
  } satisfies ShapeOf<Stripe.CustomerListParams>),
];
