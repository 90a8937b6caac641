import type { WireCustomer } from './wire.js';

export interface CustomerFields {
  id: string;
  created: number;
  email: string | null;
  name: string | null;
  description?: string | null;
  phone?: string | null;
  address?: WireCustomer['address'];
  preferredLocales?: string[];
  metadata: Record<string, string>;
  invoicePrefix: string;
}

/** A customer with every field Stripe answers with; `created` in Unix seconds. */
export function buildCustomer(fields: CustomerFields): WireCustomer {
  return {
    id: fields.id,
    object: 'customer',
    address: fields.address ?? null,
    balance: 0,
    created: fields.created,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: fields.description ?? null,
    discount: null,
    email: fields.email,
    invoice_prefix: fields.invoicePrefix,
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: fields.metadata,
    name: fields.name,
    next_invoice_sequence: 1,
    phone: fields.phone ?? null,
    preferred_locales: fields.preferredLocales ?? [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
}
