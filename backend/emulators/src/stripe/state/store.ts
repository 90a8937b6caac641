import type { Keeping } from '../../state/index.js';
import type { Message } from '../../webhooks/sender.js';
import type {
  WireCharge,
  WireCustomer,
  WireDispute,
  WireEvent,
  WireInvoice,
  WireInvoicePayment,
  WireLineItem,
  WirePaymentIntent,
  WirePaymentMethod,
  WirePortalConfiguration,
  WirePortalSession,
  WirePrice,
  WireProduct,
  WireRefund,
  WireSession,
  WireSubscription,
  WireTaxRate,
  WireWebhookEndpoint,
} from '../objects/wire.js';

/** Every kind of object that has a URL of its own, by id, in order of creation. */
export interface Tables {
  customers: Map<string, WireCustomer>;
  products: Map<string, WireProduct>;
  prices: Map<string, WirePrice>;
  taxRates: Map<string, WireTaxRate>;
  sessions: Map<string, WireSession>;
  subscriptions: Map<string, WireSubscription>;
  invoices: Map<string, WireInvoice>;
  invoicePayments: Map<string, WireInvoicePayment>;
  paymentIntents: Map<string, WirePaymentIntent>;
  paymentMethods: Map<string, WirePaymentMethod>;
  charges: Map<string, WireCharge>;
  refunds: Map<string, WireRefund>;
  disputes: Map<string, WireDispute>;
  portalConfigurations: Map<string, WirePortalConfiguration>;
  portalSessions: Map<string, WirePortalSession>;
  webhookEndpoints: Map<string, WireWebhookEndpoint>;
  events: Map<string, WireEvent>;
}

/** What a session needs beyond what Stripe shows of it. */
export interface SessionDraft {
  lines: WireLineItem[];
  subscriptionMetadata: Record<string, string>;
  paymentMetadata: Record<string, string>;
  /** What the lines are taxed by; of a subscription also its later invoices. This and what follows is missing of sessions from before there were taxes. */
  taxRates?: WireTaxRate[];
  /** Whether the page asks for the buyer's address, and keeps it; also for a company and its VAT number. */
  asksAddress?: boolean;
  asksCompany?: boolean;
  /** Stands at the foot of the invoice of a purchase. */
  footer?: string | null;
  /** The payment intent of earlier, unsuccessful attempts, which the next attempt continues. */
  paymentIntent: string | null;
  /** The payment method that waits for its 3-D Secure confirmation. */
  awaitingConfirmation: { paymentMethod: string } | null;
}

/** An event on its way to the webhook; gone once a 2xx came back. */
export interface Delivery extends Message {
  event: string;
}

/** The stored answer to a request with an Idempotency-Key; `at` in milliseconds of real time. */
export interface RememberedAnswer {
  at: number;
  fingerprint: string;
  requestId: string;
  status: number;
  body: string;
}

export interface State extends Tables {
  drafts: Map<string, SessionDraft>;
  deliveries: Map<string, Delivery>;
  answers: Map<string, RememberedAnswer>;
  /** How far the emulator's clock runs ahead of the real one, in milliseconds. */
  clock: { ahead: number };
}

/** How it is kept in a file. */
export const keeping: Keeping<State> = {
  name: 'Stripe',
  maps: [
    'customers',
    'products',
    'prices',
    'taxRates',
    'sessions',
    'subscriptions',
    'invoices',
    'invoicePayments',
    'paymentIntents',
    'paymentMethods',
    'charges',
    'refunds',
    'disputes',
    'portalConfigurations',
    'portalSessions',
    'webhookEndpoints',
    'events',
    'drafts',
    'deliveries',
    'answers',
  ],
};

/**
 * Forgets what Stripe forgets too: events after 30 days, stored answers after 24 hours.
 * `nowSeconds` is the emulator's clock. Returns whether anything went.
 */
export function forgetOld(state: State, nowSeconds: number): boolean {
  const before = state.events.size + state.answers.size;
  for (const [id, event] of state.events) {
    if (event.created < nowSeconds - 30 * 86_400 && !state.deliveries.has(id)) state.events.delete(id);
  }
  for (const [key, answer] of state.answers) {
    if (answer.at < Date.now() - 86_400_000) state.answers.delete(key);
  }
  return state.events.size + state.answers.size !== before;
}
