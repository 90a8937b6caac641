import type Stripe from 'stripe';
import { z } from 'zod';
import { find } from '../api/answers.js';
import { expand, flag, id, list, metadata, text } from '../api/parameters.js';
import { invalid } from '../api/refusal.js';
import { route, type Route, type ShapeOf } from '../api/route.js';
import { buildTaxRate } from '../objects/tax-rate.js';
import type { WireTaxRate } from '../objects/wire.js';
import { newId } from '../state/ids.js';
import type { World } from '../state/world.js';
import { listing, reading } from './lists.js';

const percentage = z
  .string()
  .regex(/^\d{1,2}(\.\d{1,4})?$/, { message: 'must be between 0 and 100' })
  .transform(Number);

/** The emulator knows taxes that prices include. */
const create = z.strictObject({
  country: z.string().length(2).optional(),
  display_name: text.min(1).max(50),
  expand,
  inclusive: z.literal('true').transform(() => true as const),
  metadata: metadata.optional(),
  percentage,
  tax_type: z.literal('vat').optional(),
} satisfies ShapeOf<Stripe.TaxRateCreateParams>);

const update = z.strictObject({ active: flag.optional(), expand } satisfies ShapeOf<Stripe.TaxRateUpdateParams>);

/** Rates that a call names by id, or none by an empty text, as forms say it. */
export const taxRateIds = z.union([z.literal('').transform((): string[] => []), list(id, 5)]);

/** @throws StripeRefusal for one that is unknown or archived */
export const findRates = (world: World, ids: readonly string[], name: string): WireTaxRate[] =>
  ids.map((one) => {
    const rate = find(world, 'taxRates', one, name);
    if (!rate.active) throw invalid(null, `The tax rate \`${one}\` is archived and cannot be used.`, name);
    return structuredClone(rate);
  });

/** Calls on tax rates. */
export const taxRateCalls: Route[] = [
  route('POST', '/v1/tax_rates', create, (world, params) => {
    const rate = buildTaxRate({
      id: newId('taxRates'),
      country: params.country ?? null,
      created: world.now(),
      display_name: params.display_name,
      inclusive: params.inclusive,
      metadata: params.metadata ?? {},
      percentage: params.percentage,
    });
    world.state.taxRates.set(rate.id, rate);
    return rate;
  }),
  listing('/v1/tax_rates', 'taxRates', {
    active: flag.optional(),
    inclusive: flag.optional(),
  } satisfies ShapeOf<Stripe.TaxRateListParams>),
  reading('/v1/tax_rates', 'taxRates'),
  route('POST', '/v1/tax_rates/:id', update, (world, { active }, [rateId]) => {
    const rate = find(world, 'taxRates', rateId);
    rate.active = active ?? rate.active;
    return rate;
  }),
];
