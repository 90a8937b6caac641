import type Stripe from 'stripe';
import { z } from 'zod';
import { emailAddress, expand, flag, id, integer, list, metadata, text, webAddress } from '../api/parameters.js';
import type { ShapeOf } from '../api/route.js';
import { currency, recurring, taxBehaviour, unitAmount } from './catalogue.js';

type Params = Stripe.Checkout.SessionCreateParams;

const quantity = integer.refine((n) => n >= 1 && n <= 999_999, { message: 'must be at least 1' });

const priceData = z.strictObject({
  currency,
  product: id.optional(),
  product_data: z
    .strictObject({
      description: text.optional(),
      images: list(webAddress, 8).optional(),
      metadata: metadata.optional(),
      name: text.min(1),
      tax_code: text.optional(),
      unit_label: text.optional(),
    } satisfies ShapeOf<Stripe.Checkout.SessionCreateParams.LineItem.PriceData.ProductData>)
    .optional(),
  recurring: recurring.optional(),
  tax_behavior: taxBehaviour.optional(),
  unit_amount: unitAmount,
} satisfies ShapeOf<Stripe.Checkout.SessionCreateParams.LineItem.PriceData>);

/** One line of an order: a price of the catalogue, or one described on the spot. */
export const lineItem = z.strictObject({
  price: id.optional(),
  price_data: priceData.optional(),
  quantity: quantity.optional(),
} satisfies ShapeOf<Stripe.Checkout.SessionCreateParams.LineItem>);

const note = z
  .union([z.literal('').transform(() => null), z.strictObject({ message: z.string().max(1200) })])
  .optional();

/** Parameters for opening a session of the hosted page. */
export const sessionCreate = z.strictObject({
  allow_promotion_codes: flag.optional(),
  automatic_tax: z.strictObject({ enabled: flag }).optional(),
  billing_address_collection: z.enum(['auto', 'required']).optional(),
  cancel_url: webAddress.optional(),
  client_reference_id: z.string().max(200).optional(),
  consent_collection: z
    .strictObject({
      promotions: z.enum(['auto', 'none']).optional(),
      terms_of_service: z.enum(['none', 'required']).optional(),
    })
    .optional(),
  custom_text: z.strictObject({ after_submit: note, submit: note, terms_of_service_acceptance: note }).optional(),
  customer: id.optional(),
  customer_creation: z.enum(['always', 'if_required']).optional(),
  customer_email: emailAddress.optional(),
  customer_update: z
    .strictObject({ address: z.enum(['auto', 'never']).optional(), name: z.enum(['auto', 'never']).optional() })
    .optional(),
  expand,
  expires_at: integer.optional(),
  invoice_creation: z
    .strictObject({
      enabled: flag,
      invoice_data: z
        .strictObject({ description: text.optional(), footer: text.optional(), metadata: metadata.optional() })
        .optional(),
    })
    .optional(),
  line_items: list(lineItem).optional(),
  locale: z.enum(['auto', 'de', 'en', 'fr', 'it']).optional(),
  metadata: metadata.optional(),
  mode: z.enum(['payment', 'subscription']),
  payment_intent_data: z
    .strictObject({
      description: text.optional(),
      metadata: metadata.optional(),
      setup_future_usage: z.enum(['off_session', 'on_session']).optional(),
    } satisfies ShapeOf<Stripe.Checkout.SessionCreateParams.PaymentIntentData>)
    .optional(),
  submit_type: z.enum(['auto', 'book', 'donate', 'pay', 'subscribe']).optional(),
  subscription_data: z
    .strictObject({
      description: text.optional(),
      metadata: metadata.optional(),
    } satisfies ShapeOf<Stripe.Checkout.SessionCreateParams.SubscriptionData>)
    .optional(),
  success_url: webAddress,
  tax_id_collection: z.strictObject({ enabled: flag }).optional(),
  ui_mode: z.literal('hosted_page').optional(),
} satisfies ShapeOf<Params>);

export type SessionCreate = z.output<typeof sessionCreate>;
