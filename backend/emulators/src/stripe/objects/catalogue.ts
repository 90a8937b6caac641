import type { WirePlan, WirePrice, WireProduct } from './wire.js';

export interface ProductFields {
  id: string;
  created: number;
  name: string;
  description?: string | null;
  active: boolean;
  metadata: Record<string, string>;
  taxCode?: string | null;
  statementDescriptor?: string | null;
  unitLabel?: string | null;
  url?: string | null;
  images?: string[];
}

/** A product; `created` in Unix seconds. */
export function buildProduct(fields: ProductFields): WireProduct {
  return {
    id: fields.id,
    object: 'product',
    active: fields.active,
    created: fields.created,
    default_price: null,
    description: fields.description ?? null,
    images: fields.images ?? [],
    livemode: false,
    marketing_features: [],
    metadata: fields.metadata,
    name: fields.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: fields.statementDescriptor ?? null,
    tax_code: fields.taxCode ?? null,
    tax_details: null,
    type: 'service',
    unit_label: fields.unitLabel ?? null,
    updated: fields.created,
    url: fields.url ?? null,
  };
}

/** The intervals a recurring price may have. */
export type Interval = 'day' | 'week' | 'month' | 'year';

export interface PriceFields {
  id: string;
  created: number;
  active: boolean;
  /** Lower-case ISO 4217. */
  currency: string;
  /** In the currency's smallest unit (Rappen). */
  unitAmount: number;
  product: string;
  recurring: { interval: Interval; intervalCount: number } | null;
  lookupKey?: string | null;
  nickname?: string | null;
  taxBehavior?: 'exclusive' | 'inclusive' | 'unspecified';
  metadata: Record<string, string>;
}

/** A per-unit licensed price; `created` in Unix seconds. */
export function buildPrice(fields: PriceFields): WirePrice {
  return {
    id: fields.id,
    object: 'price',
    active: fields.active,
    billing_scheme: 'per_unit',
    created: fields.created,
    currency: fields.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: fields.lookupKey ?? null,
    metadata: fields.metadata,
    nickname: fields.nickname ?? null,
    product: fields.product,
    recurring: fields.recurring && {
      interval: fields.recurring.interval,
      interval_count: fields.recurring.intervalCount,
      meter: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
    tax_behavior: fields.taxBehavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: fields.recurring ? 'recurring' : 'one_time',
    unit_amount: fields.unitAmount,
    unit_amount_decimal: String(fields.unitAmount),
  };
}

/** The older view of a recurring price, which Stripe still repeats on every subscription item. */
export function planOf(price: WirePrice): WirePlan {
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: price.billing_scheme,
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? 'month',
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  };
}
