import Stripe from 'stripe';
import type { OperatorConfig } from '../../config/index.js';

/** How invoices at the provider are taxed, and what they say of the seller. */
export interface InvoicePolicy {
  /** Whether the provider reckons by where a customer lives (Stripe Tax). */
  isTaxAutomatic: boolean;
  /** At the foot of every invoice. */
  footer: string;
}

/** «General, electronically supplied services», for Stripe Tax. */
export const TAX_CODE = 'txcd_10000000';

/** Who sells, and under which number VAT is charged, or why it is not. */
export const invoiceFooter = ({ name, street, city, uid, vat }: OperatorConfig): string =>
  `${name}, ${street}, ${city}, UID ${uid}. ${vat ? `MWST-Nummer: ${vat}.` : 'Nicht mehrwertsteuerpflichtig, darum ohne MWST.'}`;

const nameOf = (percent: number): string => `vat-${percent}`;

/** @returns the id of the rate that prices include; null where it is missing */
export async function findTaxRate(stripe: Stripe, percent: number): Promise<string | null> {
  const rates = await stripe.taxRates
    .list({ active: true, inclusive: true, limit: 100 })
    .autoPagingToArray({ limit: 1000 });
  const isOurs = ({ metadata, percentage }: Stripe.TaxRate) =>
    metadata?.['bildnis'] === nameOf(percent) && percentage === percent;
  return rates.find(isOurs)?.id ?? null;
}

/** @returns the id of the rate that prices include, made where it is missing: the percentage of one never changes */
export async function ensureTaxRate(stripe: Stripe, percent: number): Promise<string> {
  const existing = await findTaxRate(stripe, percent);
  if (existing) return existing;
  // Without a key of ours: one that was made and archived within a day would come back as it was. Two of them do no harm.
  const made = await stripe.taxRates.create({
    display_name: 'MWST',
    percentage: percent,
    inclusive: true,
    country: 'CH',
    tax_type: 'vat',
    metadata: { bildnis: nameOf(percent) },
  });
  return made.id;
}

/** The taxes of an invoice as one: its rate is null where several come together. Of nothing there is none. */
export async function readTaxes(
  stripe: Stripe,
  taxes: readonly Stripe.Invoice.TotalTax[],
): Promise<{ percent: number | null; rappen: number } | null> {
  const rappen = taxes.reduce((sum, { amount }) => sum + amount, 0);
  if (rappen === 0) return null;
  const ids = new Set(taxes.map(({ tax_rate_details: details }) => details?.tax_rate));
  const [id] = ids;
  return { percent: ids.size === 1 && id ? (await stripe.taxRates.retrieve(id)).percentage : null, rappen };
}

/**
 * Has the next invoice of a subscription taxed as the policy says, by a rate of ours where the provider does not know where the customer lives.
 * What is right already is left alone.
 */
export async function taxSubscription(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  rateId: string | null,
  { isTaxAutomatic }: InvoicePolicy,
): Promise<void> {
  if (isTaxAutomatic && (subscription.automatic_tax.enabled || (await taxByAddress(stripe, subscription)))) return;
  const current = (subscription.default_tax_rates ?? []).map(({ id }) => id).join();
  if (!subscription.automatic_tax.enabled && current === (rateId ?? '')) return;
  await stripe.subscriptions.update(subscription.id, {
    ...(subscription.automatic_tax.enabled ? { automatic_tax: { enabled: false } } : {}),
    default_tax_rates: rateId ? [rateId] : '',
  });
}

/** @returns whether the provider knows where the customer lives */
async function taxByAddress(stripe: Stripe, { id }: Stripe.Subscription): Promise<boolean> {
  try {
    await stripe.subscriptions.update(id, { automatic_tax: { enabled: true }, default_tax_rates: '' });
    return true;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'customer_tax_location_invalid')
      return false;
    throw error;
  }
}
