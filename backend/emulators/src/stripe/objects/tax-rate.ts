import type { WireInvoiceLine, WireTaxRate } from './wire.js';

/** A tax rate with every field Stripe answers with; `created` in Unix seconds. */
export function buildTaxRate(
  fields: Pick<WireTaxRate, 'id' | 'created' | 'country' | 'display_name' | 'inclusive' | 'metadata' | 'percentage'>,
): WireTaxRate {
  return {
    object: 'tax_rate',
    active: true,
    description: null,
    effective_percentage: fields.percentage,
    flat_amount: null,
    jurisdiction: fields.country,
    jurisdiction_level: null,
    livemode: false,
    rate_type: 'percentage',
    state: null,
    tax_type: 'vat',
    ...fields,
  };
}

/** The share of an amount that is tax, rounded to the smallest unit; all rates here are within the price. */
const shareOf = (amount: number, percentage: number): number => Math.round((amount * percentage) / (100 + percentage));

/** The taxes within a line's amount. */
export const taxesWithin = (amount: number, rates: readonly WireTaxRate[]): NonNullable<WireInvoiceLine['taxes']> =>
  rates.map(({ id, percentage }) => {
    const tax = shareOf(amount, percentage);
    return {
      amount: tax,
      tax_behavior: 'inclusive',
      tax_rate_details: { tax_rate: id },
      taxability_reason: 'not_available',
      taxable_amount: amount - tax,
      type: 'tax_rate_details',
    };
  });
