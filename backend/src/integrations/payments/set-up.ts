import { ensurePortal, findPortal } from './stripe-portal.js';
import { ensurePrice, findPrice } from './stripe-prices.js';
import { ensureTaxRate, findTaxRate } from './stripe-taxes.js';

export { connectStripe } from './stripe-client.js';
export { STRIPE_EVENTS } from './stripe-events.js';
export { invoiceFooter } from './stripe-taxes.js';

/** What an installation needs at Stripe: found, and made where it is missing. */
export const stripeSetUp = { ensurePortal, findPortal, ensurePrice, findPrice, ensureTaxRate, findTaxRate };
