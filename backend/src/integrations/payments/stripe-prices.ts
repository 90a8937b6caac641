import type Stripe from 'stripe';
import type { PlanOffer } from './port.js';
import { unlessMissing } from './stripe-errors.js';
import { TAX_CODE, type InvoicePolicy } from './stripe-taxes.js';

const keyOf = ({ id, priceRappen }: PlanOffer): string => `bildnis_${id}_${priceRappen}`;

/** @returns the id of the plan's price; null where it is missing */
export async function findPrice(stripe: Stripe, plan: PlanOffer): Promise<string | null> {
  const { data } = await stripe.prices.list({ lookup_keys: [keyOf(plan)], active: true, limit: 1 });
  return data[0]?.id ?? null;
}

/** @returns the id of the plan's price, made where it is missing */
export async function ensurePrice(stripe: Stripe, plan: PlanOffer, policy: InvoicePolicy): Promise<string> {
  const lookupKey = keyOf(plan);
  const product = await ensureProduct(stripe, plan, policy);
  const existing = await findPrice(stripe, plan);
  if (existing) return existing;
  const price = await stripe.prices.create(
    {
      product,
      currency: 'chf',
      unit_amount: plan.priceRappen,
      recurring: { interval: 'month' },
      tax_behavior: 'inclusive',
      lookup_key: lookupKey,
    },
    { idempotencyKey: `price:${lookupKey}` },
  );
  return price.id;
}

/** One product per plan, under an id of ours, so that it is made once and its name follows ours. */
async function ensureProduct(stripe: Stripe, plan: PlanOffer, { isTaxAutomatic }: InvoicePolicy): Promise<string> {
  const id = `bildnis_${plan.id}`;
  const name = `Bildnis ${plan.name}`;
  const taxCode = isTaxAutomatic ? { tax_code: TAX_CODE } : {};
  const known = await unlessMissing(() => stripe.products.retrieve(id));
  if (!known)
    await stripe.products.create(
      { id, name, ...taxCode, metadata: { plan_id: plan.id } },
      { idempotencyKey: `product:${plan.id}` },
    );
  else if (known.name !== name || !known.active || (isTaxAutomatic && known.tax_code !== TAX_CODE))
    await stripe.products.update(id, { name, active: true, ...taxCode });
  return id;
}
