import { planOf } from './catalogue.js';
import type { WirePrice, WireSubscription, WireSubscriptionItem } from './wire.js';

/** Half-open billing period in Unix seconds. */
export interface Period {
  start: number;
  end: number;
}

/** One item; since basil the billing period lives here and not on the subscription. */
export function buildSubscriptionItem(
  ids: { id: string; subscription: string },
  price: WirePrice,
  quantity: number,
  period: Period,
): WireSubscriptionItem {
  return {
    id: ids.id,
    object: 'subscription_item',
    billing_thresholds: null,
    created: period.start,
    current_period_end: period.end,
    current_period_start: period.start,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(price),
    price,
    quantity,
    subscription: ids.subscription,
    tax_rates: [],
  };
}

/** `created` is the start of the first period and the anchor of all later ones, Unix seconds. */
export type SubscriptionFields = Pick<
  WireSubscription,
  | 'id'
  | 'automatic_tax'
  | 'created'
  | 'currency'
  | 'customer'
  | 'default_payment_method'
  | 'default_tax_rates'
  | 'metadata'
>;

/** An active subscription, paid automatically with the stored card. */
export function buildSubscription(fields: SubscriptionFields, items: WireSubscriptionItem[]): WireSubscription {
  return {
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    billing_cycle_anchor: fields.created,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    customer_account: null,
    days_until_due: null,
    default_source: null,
    description: null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: {
      object: 'list',
      data: items,
      has_more: false,
      url: `/v1/subscription_items?subscription=${fields.id}`,
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: { payment_method_options: null, payment_method_types: null, save_default_payment_method: 'off' },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: fields.created,
    status: 'active',
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' } },
    trial_start: null,
    ...fields,
  };
}
