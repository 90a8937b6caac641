import type { WireCustomer } from './wire.js';

/** A customer with every field Stripe answers with; `created` in Unix seconds. */
export function buildCustomer(
  fields: Pick<WireCustomer, 'id' | 'created' | 'email' | 'name' | 'preferred_locales' | 'metadata' | 'invoice_prefix'>,
): WireCustomer {
  return {
    object: 'customer',
    address: null,
    balance: 0,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    next_invoice_sequence: 1,
    phone: null,
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
    ...fields,
  };
}
