import type Stripe from 'stripe';
import { z } from 'zod';
import { find, inRange, listAnswer } from '../api/answers.js';
import {
  changeMetadata,
  clearable,
  createdRange,
  emailAddress,
  expand,
  id,
  list,
  metadata,
  paging,
  text,
} from '../api/parameters.js';
import { route, type Route, type ShapeOf } from '../api/route.js';
import { buildCustomer } from '../objects/customer.js';
import type { WireCustomer } from '../objects/wire.js';
import { newId, randomToken } from '../state/ids.js';

const addressParts = {
  city: text.optional(),
  country: text.optional(),
  line1: text.optional(),
  line2: text.optional(),
  postal_code: text.optional(),
  state: text.optional(),
};
const address = z
  .union([z.literal('').transform(() => null), z.strictObject(addressParts).transform(completeAddress)])
  .optional();

function completeAddress(parts: { [K in keyof typeof addressParts]?: string | undefined }): NonNullable<
  WireCustomer['address']
> {
  return {
    city: parts.city ?? null,
    country: parts.country ?? null,
    line1: parts.line1 ?? null,
    line2: parts.line2 ?? null,
    postal_code: parts.postal_code ?? null,
    state: parts.state ?? null,
  };
}

const fields = {
  address,
  description: clearable.optional(),
  email: z.union([z.literal('').transform(() => null), emailAddress]).optional(),
  expand,
  metadata: metadata.optional(),
  name: clearable.optional(),
  phone: clearable.optional(),
  preferred_locales: list(z.string().max(20)).optional(),
} satisfies ShapeOf<Stripe.CustomerCreateParams> & ShapeOf<Stripe.CustomerUpdateParams>;

const update = z.strictObject({
  ...fields,
  invoice_settings: z
    .strictObject({ default_payment_method: clearable.optional(), footer: clearable.optional() })
    .optional(),
} satisfies ShapeOf<Stripe.CustomerUpdateParams>);

const listing = z.strictObject({
  ...paging,
  created: createdRange,
  email: z.string().max(512).optional(),
} satisfies ShapeOf<Stripe.CustomerListParams>);

/** Calls on customers. */
export const customerCalls: Route[] = [
  route('POST', '/v1/customers', z.strictObject(fields), (world, params) => {
    const customer = buildCustomer({
      id: newId('customers'),
      created: world.now(),
      email: params.email ?? null,
      name: params.name ?? null,
      description: params.description ?? null,
      phone: params.phone ?? null,
      address: params.address ?? null,
      preferredLocales: params.preferred_locales ?? [],
      metadata: changeMetadata({}, params.metadata),
      invoicePrefix: randomToken(8).toUpperCase(),
    });
    world.state.customers.set(customer.id, customer);
    world.emit('customer.created', customer);
    return customer;
  }),

  route('GET', '/v1/customers', listing, (world, params) =>
    listAnswer(
      '/v1/customers',
      [...world.state.customers.values()].filter(
        (one) => (params.email === undefined || one.email === params.email) && inRange(one.created, params.created),
      ),
      params,
    ),
  ),

  route('GET', '/v1/customers/:id', z.strictObject({ expand }), (world, _, [customerId]) =>
    find(world, 'customers', customerId),
  ),

  route('POST', '/v1/customers/:id', update, (world, params, [customerId]) => {
    const customer = find(world, 'customers', customerId);
    const method = params.invoice_settings?.default_payment_method;
    if (method) find(world, 'paymentMethods', method, 'invoice_settings[default_payment_method]');
    const before = structuredClone(customer);
    const { address: newAddress, email, name, description, phone, preferred_locales: locales } = params;
    if (newAddress !== undefined) customer.address = newAddress;
    if (email !== undefined) customer.email = email;
    if (name !== undefined) customer.name = name;
    if (description !== undefined) customer.description = description;
    if (phone !== undefined) customer.phone = phone;
    if (locales !== undefined) customer.preferred_locales = locales;
    if (method !== undefined) customer.invoice_settings.default_payment_method = method;
    if (params.invoice_settings?.footer !== undefined)
      customer.invoice_settings.footer = params.invoice_settings.footer;
    customer.metadata = changeMetadata(customer.metadata, params.metadata);
    world.emit('customer.updated', customer, changedFields(before, customer));
    return customer;
  }),

  route(
    'GET',
    '/v1/customers/:id/payment_methods',
    z.strictObject({ ...paging, type: id.optional() }),
    (world, params, [customerId]) => {
      find(world, 'customers', customerId);
      const methods = [...world.state.paymentMethods.values()].filter(
        (one) => one.customer === customerId && (params.type === undefined || one.type === params.type),
      );
      return listAnswer(`/v1/customers/${customerId}/payment_methods`, methods, params);
    },
  ),
];

/** The earlier values of the top-level fields that differ, as events carry them. */
export function changedFields(before: object, after: object): Record<string, unknown> {
  const now = new Map(Object.entries(after));
  return Object.fromEntries(
    Object.entries(before).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(now.get(key))),
  );
}
