import { idPrefixes } from '../state/ids.js';
import type { Tables } from '../state/store.js';
import type { World } from '../state/world.js';
import { invalid, noSuch } from './refusal.js';

type Json = Record<string, unknown>;

/** A page of objects, newest first. `all` comes in order of creation. @throws StripeRefusal for a cursor that names nothing */
export function listAnswer<T extends { id: string }>(
  url: string,
  all: T[],
  { limit = 10, starting_after: after }: { limit?: number; starting_after?: string },
): object {
  const newestFirst = all.toReversed();
  const from = after ? newestFirst.findIndex((one) => one.id === after) + 1 : 0;
  if (after && from === 0) throw noSuch('object', after, 'starting_after', 400);
  const data = newestFirst.slice(from, from + limit);
  return { object: 'list', data, has_more: newestFirst.length > from + limit, url };
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
  taxRates: 'tax_rate',
  sessions: 'checkout.session',
  subscriptions: 'subscription',
  invoices: 'invoice',
  invoicePayments: 'invoice_payment',
  paymentIntents: 'payment_intent',
  paymentMethods: 'PaymentMethod',
  charges: 'charge',
  refunds: 'refund',
  disputes: 'dispute',
  portalConfigurations: 'billing_portal.configuration',
  portalSessions: 'billing_portal.session',
  webhookEndpoints: 'webhook_endpoint',
  events: 'event',
};

/** Writes an answer: a copy with the wished references replaced by their objects. */
export function renderAnswer(world: World, object: object, expand: readonly string[]): Json {
  const answer = structuredClone(object) as Json;
  for (const path of expand) expandPath(world, answer, path.split('.'), path);
  return answer;
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

/** The payments of an invoice, which it holds only when asked to include them. */
function includable(world: World, node: Json, key: string): unknown {
  if (node.object !== 'invoice' || key !== 'payments') return undefined;
  const payments = [...world.state.invoicePayments.values()].filter((payment) => payment.invoice === node.id);
  return structuredClone(listAnswer('/v1/invoice_payments', payments, {}));
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
