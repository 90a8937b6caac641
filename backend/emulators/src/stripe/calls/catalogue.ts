import type Stripe from 'stripe';
import { z } from 'zod';
import { find } from '../api/answers.js';
import { expand, flag, id, integer, list, metadata, text } from '../api/parameters.js';
import { invalid } from '../api/refusal.js';
import { route, type Route, type ShapeOf } from '../api/route.js';
import { buildPrice, buildProduct, type PriceFields } from '../objects/catalogue.js';
import type { WirePrice, WireProduct } from '../objects/wire.js';
import { newId } from '../state/ids.js';
import type { World } from '../state/world.js';
import { listing, reading } from './lists.js';
import { changedFields } from './changed-fields.js';

const productCreate = z.strictObject({
  expand,
  id: id.optional(),
  metadata: metadata.optional(),
  name: text.min(1),
  tax_code: id.optional(),
} satisfies ShapeOf<Stripe.ProductCreateParams>);
const productUpdate = z.strictObject({
  active: flag.optional(),
  expand,
  name: text.min(1).optional(),
  tax_code: id.optional(),
} satisfies ShapeOf<Stripe.ProductUpdateParams>);

export const currency = z
  .string()
  .regex(/^[a-zA-Z]{3}$/, { message: 'not a currency' })
  .transform((code) => code.toLowerCase());
export const taxBehaviour = z.enum(['exclusive', 'inclusive', 'unspecified']);
/** Smallest units of the currency; never a fraction. */
export const unitAmount = integer.refine((n) => n >= 0 && n <= 99_999_999, {
  message: 'must be between 0 and 99999999',
});
const lookupKey = z.string().max(200);

const priceCreate = z.strictObject({
  currency,
  expand,
  lookup_key: lookupKey.optional(),
  product: id,
  recurring: z.strictObject({ interval: z.literal('month') }).optional(),
  tax_behavior: taxBehaviour.optional(),
  unit_amount: unitAmount,
} satisfies ShapeOf<Stripe.PriceCreateParams>);

/** A product as calls describe it inline or in full. */
export function addProduct(
  world: World,
  from: {
    id?: string | undefined;
    active: boolean;
    name: string;
    tax_code?: string | undefined;
    metadata?: Record<string, string> | undefined;
  },
): WireProduct {
  if (from.id && world.state.products.has(from.id))
    throw invalid('resource_already_exists', 'Product already exists.', 'id');
  const product = buildProduct({
    id: from.id ?? newId('products'),
    active: from.active,
    created: world.now(),
    metadata: from.metadata ?? {},
    name: from.name,
    tax_code: from.tax_code ?? null,
  });
  world.state.products.set(product.id, product);
  world.emit('product.created', product);
  return product;
}

export function addPrice(world: World, fields: Omit<PriceFields, 'id' | 'created'>): WirePrice {
  const price = buildPrice({ ...fields, id: newId('prices'), created: world.now() });
  world.state.prices.set(price.id, price);
  world.emit('price.created', price);
  return price;
}

/** Calls on products and prices. */
export const catalogueCalls: Route[] = [
  route('POST', '/v1/products', productCreate, (world, params) => addProduct(world, { ...params, active: true })),
  listing('/v1/products', 'products', {} satisfies ShapeOf<Stripe.ProductListParams>),
  reading('/v1/products', 'products'),
  route('POST', '/v1/products/:id', productUpdate, (world, { active, name, tax_code: taxCode }, [productId]) => {
    const product = find(world, 'products', productId);
    const before = structuredClone(product);
    product.active = active ?? product.active;
    product.name = name ?? product.name;
    product.tax_code = taxCode ?? product.tax_code;
    product.updated = world.now();
    world.emit('product.updated', product, changedFields(before, product));
    return product;
  }),
  route('POST', '/v1/prices', priceCreate, (world, { lookup_key: key, recurring, ...params }) => {
    find(world, 'products', params.product, 'product');
    const holder = key && [...world.state.prices.values()].find((price) => price.lookup_key === key);
    if (holder) throw invalid(null, `A price (\`${holder.id}\`) already uses that lookup key.`, 'lookup_key');
    return addPrice(world, {
      active: true,
      currency: params.currency,
      lookup_key: key,
      monthly: recurring !== undefined,
      product: params.product,
      tax_behavior: params.tax_behavior ?? 'unspecified',
      unit_amount: params.unit_amount,
    });
  }),
  listing(
    '/v1/prices',
    'prices',
    { active: flag.optional(), lookup_keys: list(lookupKey, 10).optional() } satisfies ShapeOf<Stripe.PriceListParams>,
    { lookup_keys: (price, keys?: string[]) => !keys || keys.includes(price.lookup_key ?? '') },
  ),
  reading('/v1/prices', 'prices'),
];
