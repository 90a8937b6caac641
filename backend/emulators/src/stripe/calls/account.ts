import type Stripe from 'stripe';
import { z } from 'zod';
import { expand } from '../api/parameters.js';
import { route, type Route } from '../api/route.js';
import { listAnswer } from '../api/answers.js';

/** An account that sells in Switzerland and has everything filled in. */
const ACCOUNT = {
  id: 'acct_1Testkasse000000',
  object: 'account',
  business_profile: {
    annual_revenue: null,
    estimated_worker_count: null,
    mcc: '7221',
    minority_owned_business_designation: null,
    name: 'Bildnis',
    product_description: null,
    support_address: null,
    support_email: null,
    support_phone: null,
    support_url: null,
    url: null,
  },
  charges_enabled: true,
  country: 'CH',
  default_currency: 'chf',
  details_submitted: true,
  payouts_enabled: true,
  settings: {
    bacs_debit_payments: { display_name: null, service_user_number: null },
    branding: { icon: 'file_icon', logo: 'file_logo', primary_color: '#16130f', secondary_color: null },
    card_issuing: { tos_acceptance: { date: null, ip: null } },
    card_payments: {
      statement_descriptor_prefix: null,
      statement_descriptor_prefix_kana: null,
      statement_descriptor_prefix_kanji: null,
    },
    dashboard: { display_name: 'Bildnis', timezone: 'Europe/Zurich' },
    invoices: { default_account_tax_ids: null, hosted_payment_method_save: 'offer' },
    payments: { statement_descriptor: 'BILDNIS', statement_descriptor_kana: null, statement_descriptor_kanji: null },
    sepa_debit_payments: {},
  },
  type: 'standard',
} as const;

/** A way to pay that customers are offered. */
const OFFERED = { available: true, display_preference: { overridable: null, preference: 'on', value: 'on' } } as const;

const PAYMENT_METHODS = {
  id: 'pmc_1Testkasse000000',
  object: 'payment_method_configuration',
  active: true,
  application: null,
  card: OFFERED,
  is_default: true,
  livemode: false,
  name: 'Standard',
  parent: null,
  twint: OFFERED,
} satisfies Partial<Stripe.PaymentMethodConfiguration>;

const TAX_SETTINGS = {
  object: 'tax.settings',
  defaults: { provider: 'stripe', tax_behavior: null, tax_code: null },
  head_office: null,
  livemode: false,
  status: 'active',
  status_details: { active: {} },
} satisfies Partial<Stripe.Tax.Settings>;

const plain = z.strictObject({ expand });

const REGISTRATION = {
  id: 'taxreg_1Testkasse000000',
  object: 'tax.registration',
  active_from: 1_700_000_000,
  country: 'CH',
  country_options: { ch: { type: 'standard' } },
  created: 1_700_000_000,
  expires_at: null,
  livemode: false,
  status: 'active',
} satisfies Partial<Stripe.Tax.Registration>;

/** What an operator sets up in Stripe's dashboard, as it should be. */
export const accountCalls: Route[] = [
  route('GET', '/v1/account', plain, () => ACCOUNT),
  route('GET', '/v1/payment_method_configurations', z.strictObject({ expand, limit: z.string().optional() }), () =>
    listAnswer('/v1/payment_method_configurations', [PAYMENT_METHODS], {}),
  ),
  route('GET', '/v1/tax/settings', plain, () => TAX_SETTINGS),
  route(
    'GET',
    '/v1/tax/registrations',
    z.strictObject({ expand, limit: z.string().optional(), status: z.string().optional() }),
    () => listAnswer('/v1/tax/registrations', [REGISTRATION], {}),
  ),
];
