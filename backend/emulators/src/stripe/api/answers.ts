import { idPrefixes } from '../state/ids.js';
import type { Tables } from '../state/store.js';
import type { World } from '../state/world.js';
import type { CreatedRange } from './parameters.js';
import { invalid, noSuch } from './refusal.js';

type Json = Record<string, unknown>;

interface Paging {
  limit?: number | undefined;
  starting_after?: string | undefined;
  ending_before?: string | undefined;
}

/** A page of objects, newest first. `all` comes in order of creation. @throws StripeRefusal for a cursor that names nothing */
export function listAnswer<T extends { id: string }>(url: string, all: Iterable<T>, paging: Paging): object {
  const newestFirst = [...all].reverse();
  return page(url, newestFirst, paging);
}

/** A page of parts in their own order (lines of an invoice or a session). */
export function page<T extends { id: string }>(url: string, ordered: T[], paging: Paging): object {
  const limit = paging.limit ?? 10;
  if (paging.ending_before) {
    const before = ordered.slice(0, cursor(ordered, paging.ending_before, 'ending_before'));
    return { object: 'list', data: before.slice(-limit), has_more: before.length > limit, url };
  }
  const from = paging.starting_after ? cursor(ordered, paging.starting_after, 'starting_after') + 1 : 0;
  return { object: 'list', data: ordered.slice(from, from + limit), has_more: ordered.length > from + limit, url };
}

function cursor(ordered: { id: string }[], id: string, param: string): number {
  const at = ordered.findIndex((one) => one.id === id);
  if (at < 0) throw noSuch('object', id, param, 400);
  return at;
}

/** Whether `created` lies in the range a list call asked for. */
export function inRange(created: number, range: CreatedRange): boolean {
  if (!range) return true;
  const { gt, gte, lt, lte } = { gt: undefined, lt: undefined, ...range };
  return !(
    (gt !== undefined && created <= gt) ||
    (gte !== undefined && created < gte) ||
    (lt !== undefined && created >= lt) ||
    (lte !== undefined && created > lte)
  );
}

/** The object with this id in one table. @throws StripeRefusal 404 (or 400 when the id came as a parameter) */
export function find<K extends keyof typeof idPrefixes>(
  world: World,
  table: K,
  id: string,
  param: string | null = null,
): Tables[K] extends Map<string, infer V> ? V : never {
  type Found = Tables[K] extends Map<string, infer V> ? V : never;
  const found = world.state[table].get(id) as Found | undefined;
  if (!found) throw noSuch(kindNames[table], id, param ?? (table === 'sessions' ? 'session' : 'id'), param ? 400 : 404);
  return found;
}

const kindNames: Record<keyof typeof idPrefixes, string> = {
  customers: 'customer',
  products: 'product',
  prices: 'price',
  sessions: 'checkout.session',
  subscriptions: 'subscription',
  invoices: 'invoice',
  invoicePayments: 'invoice_payment',
  paymentIntents: 'payment_intent',
  paymentMethods: 'PaymentMethod',
  charges: 'charge',
  refunds: 'refund',
  disputes: 'dispute',
  portalSessions: 'billing_portal.session',
  events: 'event',
};

/** Writes an answer: a copy, with prices as they are today and the wished references replaced by their objects. */
export function renderAnswer(world: World, object: object, expand: readonly string[]): Json {
  const answer = structuredClone(object) as Json;
  refreshPrices(world, answer);
  for (const path of expand) expandPath(world, answer, path.split('.'), path);
  return answer;
}

/** A subscription item repeats its price; Stripe shows the price's present metadata there, not that of the day it was bought. */
function refreshPrices(world: World, node: unknown): void {
  if (Array.isArray(node)) return node.forEach((one) => refreshPrices(world, one));
  if (!isObject(node) || node.object === 'event') return;
  for (const [key, value] of Object.entries(node)) {
    if (isObject(value) && value.object === 'price' && typeof value.id === 'string') {
      node[key] = structuredClone(world.state.prices.get(value.id) ?? value);
    } else refreshPrices(world, value);
  }
}

function expandPath(world: World, node: unknown, parts: string[], whole: string): void {
  const [key, ...rest] = parts;
  if (key === undefined) return;
  if (parts.length > 5) throw invalid(null, `You cannot expand more than 4 levels of a property (${whole}).`, 'expand');
  if (Array.isArray(node)) return node.forEach((one) => expandPath(world, one, parts, whole));
  if (!isObject(node)) return;
  node[key] ??= includable(world, node, key);
  const value = node[key];
  if (value === undefined) throw notExpandable(key);
  if (typeof value === 'string') {
    const found = byId(world, value);
    if (!found) throw notExpandable(key);
    node[key] = renderAnswer(world, found, []);
  } else if (Array.isArray(value) && rest.length === 0) {
    if (value.length > 0) throw notExpandable(key);
  } else if (rest.length === 0 && value !== null && !(isObject(value) && 'object' in value)) throw notExpandable(key);
  expandPath(world, node[key], rest, whole);
}

function notExpandable(key: string) {
  return invalid(null, `This property cannot be expanded (${key}).`, 'expand');
}

/** The object any id belongs to, told by its prefix. */
function byId(world: World, id: string): object | undefined {
  for (const [table, prefix] of Object.entries(idPrefixes) as [keyof typeof idPrefixes, string][]) {
    if (id.startsWith(prefix)) return world.state[table].get(id);
  }
  return undefined;
}

/** Lists that an object holds only when asked to include them. `null` stays what it is. */
function includable(world: World, node: Json, key: string): unknown {
  const id = String(node.id);
  if (node.object === 'checkout.session' && key === 'line_items') {
    return page(`/v1/checkout/sessions/${id}/line_items`, structuredClone(world.state.drafts.get(id)?.lines ?? []), {});
  }
  if (node.object === 'invoice' && key === 'payments') {
    const payments = [...world.state.invoicePayments.values()].filter((payment) => payment.invoice === id);
    return structuredClone(listAnswer('/v1/invoice_payments', payments, {}));
  }
  if (node.object === 'charge' && key === 'refunds') {
    const refunds = [...world.state.refunds.values()].filter((refund) => refund.charge === id);
    return structuredClone(listAnswer(`/v1/charges/${id}/refunds`, refunds, {}));
  }
  if (node.object === 'customer' && key === 'subscriptions') {
    const running = [...world.state.subscriptions.values()].filter(
      (one) => one.customer === id && one.status !== 'canceled',
    );
    return structuredClone(listAnswer(`/v1/customers/${id}/subscriptions`, running, {}));
  }
  return node[key];
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
