import { randomBytes } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** `length` random characters of Stripe's id alphabet. */
export function randomToken(length: number): string {
  let token = '';
  while (token.length < length) {
    for (const byte of randomBytes(length)) {
      // 248 is the largest multiple of 62 below 256: taking more would favour the first letters.
      if (byte < 248 && token.length < length) token += alphabet[byte % 62];
    }
  }
  return token;
}

/** Kinds of object and the prefix their ids carry at Stripe. */
export const idPrefixes = {
  customers: 'cus_',
  products: 'prod_',
  prices: 'price_',
  taxRates: 'txr_',
  sessions: 'cs_test_',
  subscriptions: 'sub_',
  invoices: 'in_',
  invoicePayments: 'inpay_',
  paymentIntents: 'pi_',
  paymentMethods: 'pm_',
  charges: 'ch_',
  refunds: 're_',
  disputes: 'dp_',
  portalConfigurations: 'bpc_',
  portalSessions: 'bps_',
  webhookEndpoints: 'we_',
  events: 'evt_',
} as const;

/** Prefixes of objects that live inside others and are never looked up alone. */
export const partPrefixes = {
  subscriptionItem: 'si_',
  lineItem: 'li_',
  taxId: 'txi_',
  invoiceLine: 'il_',
  balanceTransaction: 'txn_',
  request: 'req_',
} as const;

/** A fresh id with the prefix Stripe gives this kind of object. */
export function newId(kind: keyof typeof idPrefixes): string {
  return (
    idPrefixes[kind] + randomToken(kind === 'sessions' ? 58 : kind === 'customers' || kind === 'products' ? 14 : 24)
  );
}

/** A fresh id for a part of another object. */
export function newPartId(kind: keyof typeof partPrefixes): string {
  return partPrefixes[kind] + randomToken(14);
}
