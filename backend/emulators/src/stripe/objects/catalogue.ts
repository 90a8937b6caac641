import type { WirePlan, WirePrice, WireProduct } from './wire.js';

/** A product; `created` in Unix seconds. */
export function buildProduct(
  fields: Pick<WireProduct, 'id' | 'active' | 'created' | 'metadata' | 'name' | 'tax_code'>,
): WireProduct {
  return {
    object: 'product',
    default_price: null,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: fields.created,
    url: null,
    ...fields,
  };
}

export interface PriceFields extends Pick<
  WirePrice,
  'id' | 'active' | 'created' | 'currency' | 'product' | 'tax_behavior'
> {
  /** In the currency's smallest unit (Rappen). */
  unit_amount: number;
  /** Billed each month; otherwise once. */
  monthly: boolean;
  lookup_key?: string | undefined;
}

/** A per-unit licensed price; `created` in Unix seconds. */
export function buildPrice({ monthly, lookup_key: lookupKey, ...fields }: PriceFields): WirePrice {
  return {
    object: 'price',
    billing_scheme: 'per_unit',
    custom_unit_amount: null,
    livemode: false,
    lookup_key: lookupKey ?? null,
    metadata: {},
    nickname: null,
    recurring: monthly
      ? { interval: 'month', interval_count: 1, meter: null, trial_period_days: null, usage_type: 'licensed' }
      : null,
    tiers_mode: null,
    transform_quantity: null,
    type: monthly ? 'recurring' : 'one_time',
    unit_amount_decimal: String(fields.unit_amount),
    ...fields,
  };
}

/** The older view of a recurring price, which Stripe still repeats on every subscription item. */
export function planOf(price: WirePrice): WirePlan {
  const { id, active, billing_scheme, created, currency, metadata, nickname, product } = price;
  return {
    id,
    object: 'plan',
    active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme,
    created,
    currency,
    interval: 'month',
    interval_count: 1,
    livemode: false,
    metadata,
    meter: null,
    nickname,
    product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  };
}
