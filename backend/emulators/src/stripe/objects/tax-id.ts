import type Stripe from 'stripe';
import type { Wire } from './wire.js';

/** A VAT number of a customer; `created` in Unix seconds. */
export function buildTaxId(customer: string, value: string, created: number, id: string): Wire<Stripe.TaxId> {
  const country = value.slice(0, 2).toUpperCase();
  return {
    id,
    object: 'tax_id',
    country,
    created,
    customer,
    customer_account: null,
    livemode: false,
    owner: { type: 'customer', customer, customer_account: null },
    type: country === 'CH' ? 'ch_vat' : 'eu_vat',
    value,
    verification: null,
  };
}
