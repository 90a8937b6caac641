import type Stripe from 'stripe';
import { z } from 'zod';
import { find, inRange, listAnswer } from '../api/answers.js';
import {
  changeMetadata,
  clearable,
  createdRange,
  expand,
  flag,
  id,
  integer,
  list,
  metadata,
  paging,
  text,
  webAddress,
} from '../api/parameters.js';
import { invalid } from '../api/refusal.js';
import { route, type Route, type ShapeOf } from '../api/route.js';
import { buildPrice, buildProduct, type Interval } from '../objects/catalogue.js';
import type { WireProduct } from '../objects/wire.js';
import { newId } from '../state/ids.js';
import type { World } from '../state/world.js';
import { changedFields } from './customers.js';

const productFields = {
  active: flag.optional(),
  description: clearable.optional(),
  expand,
  images: list(webAddress, 8).optional(),
  metadata: metadata.optional(),
  statement_descriptor: z.string().max(22).optional(),
  tax_code: clearable.optional(),
  unit_label: clearable.optional(),
  url: webAddress.optional(),
} satisfies ShapeOf<Stripe.ProductCreateParams>;

const productCreate = z.strictObject({
  ...productFields,
  id: id.optional(),
  name: text.min(1),
} satisfies ShapeOf<Stripe.ProductCreateParams>);
const productUpdate = z.strictObject({
  ...productFields,
  name: text.min(1).optional(),
} satisfies ShapeOf<Stripe.ProductUpdateParams>);
const productList = z.strictObject({
  ...paging,
  active: flag.optional(),
  created: createdRange,
  ids: list(id).optional(),
} satisfies ShapeOf<Stripe.ProductListParams>);

/** Parameters of an interval, at prices and inline prices alike. */
export const recurring = z.strictObject({
  interval: z.enum(['day', 'week', 'month', 'year']),
  interval_count: integer.refine((n) => n >= 1 && n <= 156, { message: 'must be between 1 and 156' }).optional(),
} satisfies ShapeOf<Stripe.PriceCreateParams.Recurring>);

export const currency = z
  .string()
  .regex(/^[a-zA-Z]{3}$/, { message: 'not a currency' })
  .transform((code) => code.toLowerCase());
export const taxBehaviour = z.enum(['exclusive', 'inclusive', 'unspecified']);
/** Smallest units of the currency; never a fraction. */
export const unitAmount = integer.refine((n) => n >= 0 && n <= 99_999_999, {
  message: 'must be between 0 and 99999999',
});

const priceCreate = z.strictObject({
  active: flag.optional(),
  currency,
  expand,
  lookup_key: z.string().max(200).optional(),
  metadata: metadata.optional(),
  nickname: text.optional(),
  product: id.optional(),
  product_data: z
    .strictObject({
      active: flag.optional(),
      id: id.optional(),
      metadata: metadata.optional(),
      name: text.min(1),
      statement_descriptor: z.string().max(22).optional(),
      tax_code: text.optional(),
      unit_label: text.optional(),
    } satisfies ShapeOf<Stripe.PriceCreateParams.ProductData>)
    .optional(),
  recurring: recurring.optional(),
  tax_behavior: taxBehaviour.optional(),
  transfer_lookup_key: flag.optional(),
  unit_amount: unitAmount,
} satisfies ShapeOf<Stripe.PriceCreateParams>);

const priceUpdate = z.strictObject({
  active: flag.optional(),
  expand,
  lookup_key: z.string().max(200).optional(),
  metadata: metadata.optional(),
  nickname: clearable.optional(),
  tax_behavior: taxBehaviour.optional(),
  transfer_lookup_key: flag.optional(),
} satisfies ShapeOf<Stripe.PriceUpdateParams>);

const priceList = z.strictObject({
  ...paging,
  active: flag.optional(),
  created: createdRange,
  currency: currency.optional(),
  lookup_keys: list(z.string().max(200), 10).optional(),
  product: id.optional(),
  type: z.enum(['one_time', 'recurring']).optional(),
} satisfies ShapeOf<Stripe.PriceListParams>);

/** A product as calls describe it inline or in full. */
export function addProduct(
  world: World,
  from: Partial<Pick<z.output<typeof productCreate>, keyof typeof productFields | 'id'>> & { name: string },
): WireProduct {
  if (from.id && world.state.products.has(from.id))
    throw invalid('resource_already_exists', 'Product already exists.', 'id');
  const product = buildProduct({
    id: from.id ?? newId('products'),
    created: world.now(),
    name: from.name,
    description: from.description ?? null,
    active: from.active ?? true,
    metadata: changeMetadata({}, from.metadata),
    taxCode: from.tax_code ?? null,
    statementDescriptor: from.statement_descriptor ?? null,
    unitLabel: from.unit_label ?? null,
    url: from.url ?? null,
    images: from.images ?? [],
  });
  world.state.products.set(product.id, product);
  world.emit('product.created', product);
  return product;
}

/** Gives a lookup key to at most one price: refused when taken, unless the caller may take it over. */
function claimLookupKey(
  world: World,
  key: string | undefined,
  transfer: boolean | undefined,
  owner: string | null,
): void {
  const holder =
    key && [...world.state.prices.values()].find((price) => price.lookup_key === key && price.id !== owner);
  if (!holder) return;
  if (!transfer) throw invalid(null, `A price (\`${holder.id}\`) already uses that lookup key.`, 'lookup_key');
  holder.lookup_key = null;
}

/** Billing intervals as stored. */
export function storedInterval(
  from: z.output<typeof recurring> | undefined,
): { interval: Interval; intervalCount: number } | null {
  return from ? { interval: from.interval, intervalCount: from.interval_count ?? 1 } : null;
}

const productCalls: Route[] = [
  route('POST', '/v1/products', productCreate, (world, params) => addProduct(world, params)),
  route('GET', '/v1/products', productList, (world, params) =>
    listAnswer(
      '/v1/products',
      [...world.state.products.values()].filter(
        (one) =>
          (params.active === undefined || one.active === params.active) &&
          (params.ids === undefined || params.ids.includes(one.id)) &&
          inRange(one.created, params.created),
      ),
      params,
    ),
  ),
  route('GET', '/v1/products/:id', z.strictObject({ expand }), (world, _, [productId]) =>
    find(world, 'products', productId),
  ),
  route('POST', '/v1/products/:id', productUpdate, (world, params, [productId]) => {
    const product = find(world, 'products', productId);
    const before = structuredClone(product);
    if (params.active !== undefined) product.active = params.active;
    if (params.name !== undefined) product.name = params.name;
    if (params.description !== undefined) product.description = params.description;
    if (params.images !== undefined) product.images = params.images;
    if (params.statement_descriptor !== undefined) product.statement_descriptor = params.statement_descriptor;
    if (params.tax_code !== undefined) product.tax_code = params.tax_code;
    if (params.unit_label !== undefined) product.unit_label = params.unit_label;
    if (params.url !== undefined) product.url = params.url;
    product.metadata = changeMetadata(product.metadata, params.metadata);
    product.updated = world.now();
    world.emit('product.updated', product, changedFields(before, product));
    return product;
  }),
];

const priceCalls: Route[] = [
  route('POST', '/v1/prices', priceCreate, (world, params) => {
    if ((params.product === undefined) === (params.product_data === undefined)) {
      throw invalid(
        'parameter_missing',
        'You must specify either `product` or `product_data` when creating a price.',
        'product',
      );
    }
    if (params.product) find(world, 'products', params.product, 'product');
    claimLookupKey(world, params.lookup_key, params.transfer_lookup_key, null);
    const product = params.product ?? addProduct(world, params.product_data!).id;
    const price = buildPrice({
      id: newId('prices'),
      created: world.now(),
      active: params.active ?? true,
      currency: params.currency,
      unitAmount: params.unit_amount,
      product,
      recurring: storedInterval(params.recurring),
      lookupKey: params.lookup_key ?? null,
      nickname: params.nickname ?? null,
      taxBehavior: params.tax_behavior ?? 'unspecified',
      metadata: changeMetadata({}, params.metadata),
    });
    world.state.prices.set(price.id, price);
    world.emit('price.created', price);
    return price;
  }),
  route('GET', '/v1/prices', priceList, (world, params) =>
    listAnswer(
      '/v1/prices',
      [...world.state.prices.values()].filter(
        (one) =>
          (params.active === undefined || one.active === params.active) &&
          (params.currency === undefined || one.currency === params.currency) &&
          (params.lookup_keys === undefined ||
            (one.lookup_key !== null && params.lookup_keys.includes(one.lookup_key))) &&
          (params.product === undefined || one.product === params.product) &&
          (params.type === undefined || one.type === params.type) &&
          inRange(one.created, params.created),
      ),
      params,
    ),
  ),
  route('GET', '/v1/prices/:id', z.strictObject({ expand }), (world, _, [priceId]) => find(world, 'prices', priceId)),
  route('POST', '/v1/prices/:id', priceUpdate, (world, params, [priceId]) => {
    const price = find(world, 'prices', priceId);
    claimLookupKey(world, params.lookup_key, params.transfer_lookup_key, price.id);
    const before = structuredClone(price);
    if (params.active !== undefined) price.active = params.active;
    if (params.lookup_key !== undefined) price.lookup_key = params.lookup_key === '' ? null : params.lookup_key;
    if (params.nickname !== undefined) price.nickname = params.nickname;
    if (params.tax_behavior !== undefined) price.tax_behavior = params.tax_behavior;
    price.metadata = changeMetadata(price.metadata, params.metadata);
    world.emit('price.updated', price, changedFields(before, price));
    return price;
  }),
];

/** Calls on products and prices. */
export const catalogueCalls: Route[] = [...productCalls, ...priceCalls];
