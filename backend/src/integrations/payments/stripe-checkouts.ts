import type Stripe from 'stripe';
import type { CheckoutRequest } from './port.js';
import { TAX_CODE, type InvoicePolicy } from './stripe-taxes.js';

type Params = Stripe.Checkout.SessionCreateParams;

/**
 * What a session asks Stripe for.
 * @param rateId of the VAT within the price; null where there is none, or Stripe reckons it
 */
export function sessionParams(request: CheckoutRequest, rateId: string | null, policy: InvoicePolicy): Params {
  const { item } = request;
  const metadata = { order_id: request.orderId };
  const common = {
    customer: request.customerId,
    client_reference_id: request.orderId,
    metadata,
    success_url: `${request.successUrl}${request.successUrl.includes('?') ? '&' : '?'}session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: request.cancelUrl,
    locale: 'de',
    ...detailsAskedFor(request, policy),
  } as const;
  return 'priceId' in item
    ? {
        ...common,
        mode: 'subscription',
        line_items: [{ price: item.priceId, quantity: 1 }],
        // Whatever the account's default is: previews of an upgrade are reckoned as this mode charges it.
        subscription_data: {
          metadata,
          billing_mode: { type: 'flexible' },
          ...(rateId ? { default_tax_rates: [rateId] } : {}),
        },
      }
    : {
        ...common,
        mode: 'payment',
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: 'chf',
              unit_amount: item.amountRappen,
              tax_behavior: 'inclusive',
              product_data: { name: item.name, ...(policy.isTaxAutomatic ? { tax_code: TAX_CODE } : {}) },
            },
            ...(rateId ? { tax_rates: [rateId] } : {}),
          },
        ],
        payment_intent_data: { metadata },
        invoice_creation: { enabled: true, invoice_data: { footer: policy.footer } },
      };
}

/** Nobody is asked for an address that nothing depends on. */
function detailsAskedFor({ isForCompany }: CheckoutRequest, { isTaxAutomatic }: InvoicePolicy): Partial<Params> {
  if (!isForCompany && !isTaxAutomatic) return {};
  return {
    billing_address_collection: 'required',
    customer_update: { address: 'auto', name: 'auto' },
    ...(isForCompany ? { tax_id_collection: { enabled: true } } : {}),
    ...(isTaxAutomatic ? { automatic_tax: { enabled: true } } : {}),
  };
}
