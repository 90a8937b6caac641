import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { ObservedExchange } from '../src/stripe/index.js';
import { closeObjects, Objections, publishedFile, schemaIn, schemaOf, type Json } from './contract.js';

/** Which objects each type of event may carry. */
type EventResources = Record<string, string[] | undefined>;

interface Operation {
  method: string;
  pattern: RegExp;
  /** Null where the operation takes no such parameters. */
  query: ValidateFunction;
  body: ValidateFunction;
  answer: ValidateFunction;
}

export interface ContractObserver {
  observe(exchange: ObservedExchange): void;
  checkEvent(payload: string): void;
  /** One line for each thing the contract does not allow. */
  objections: string[];
}

const read = publishedFile('stripe/openapi.stripe-2026-10-28.endive.trimmed.json');

/** Whether Stripe's contract is at hand on this machine. */
export const contractAtHand = read !== null;

/** Paths the trimmed contract left out although Stripe has them: their answers are held against the resource they carry, where it has that. */
const leftOut = [
  { method: 'GET', pattern: /^\/v1\/disputes(\/[^/]+)?$/, resource: 'dispute' },
  { method: 'GET', pattern: /^\/v1\/tax_rates(\/[^/]+)?$/, resource: 'tax_rate' },
  { method: 'POST', pattern: /^\/v1\/tax_rates(\/[^/]+)?$/, resource: 'tax_rate' },
  {
    method: 'GET',
    pattern: /^\/v1\/(account|payment_method_configurations|tax\/(settings|registrations))$/,
    resource: null,
  },
];

interface Contract {
  operations: Operation[];
  error: ValidateFunction;
  /** Null where the contract does not describe such a resource. */
  resource: (name: string) => ValidateFunction | null;
  events: EventResources;
}

let compiled: Contract | null = null;

/** Holds every call, every answer and every event against Stripe's OpenAPI contract; null where it is not at hand. */
export function contractObserver(): ContractObserver | null {
  if (!read) return null;
  compiled ??= compileContract(read());
  const contract = compiled;
  const held = new Objections();
  const objections = held.lines;
  const check = held.check.bind(held);
  return {
    objections,
    observe({ method, url, body, status, answer }) {
      const what = `${method} ${url.pathname}`;
      const value: unknown = JSON.parse(answer);
      if (status !== 200) return check(contract.error, value, `error of ${what}`);
      const operation = contract.operations.find((one) => one.method === method && one.pattern.test(url.pathname));
      if (!operation) {
        const known = leftOut.find((one) => one.method === method && one.pattern.test(url.pathname));
        if (!known) objections.push(`${what} is not in the contract`);
        else if (known.resource !== null)
          for (const one of itemsOf(value)) check(contract.resource(known.resource), one, `answer of ${what}`);
        return;
      }
      check(operation.query, decode(url.search.slice(1)), `query of ${what}`);
      check(operation.body, decode(body), `body of ${what}`);
      check(operation.answer, value, `answer of ${what}`);
    },
    checkEvent(payload) {
      const event = JSON.parse(payload) as { type: string; data: { object: Json } };
      check(contract.resource('event'), event, `event ${event.type}`);
      const resource = contract.events[event.type]?.[0];
      if (!resource) objections.push(`event ${event.type} is not in the contract`);
      else check(contract.resource(resource), event.data.object, `object of ${event.type}`);
    },
  };
}

/** The objects of a list, or the one object that was asked for. */
function itemsOf(value: unknown): unknown[] {
  const list = value as { object?: unknown; data?: unknown[] };
  return list.object === 'list' && Array.isArray(list.data) ? list.data : [value];
}

function compileContract(read: unknown): Contract {
  const raw = read as {
    paths: Record<string, Record<string, Json>>;
    components: { schemas: Record<string, unknown> };
    'x-event-resources': EventResources;
  };
  const ajv = new Ajv2020({ strict: false, allErrors: false, coerceTypes: false, validateFormats: false });
  const forms = new Ajv2020({ strict: false, allErrors: false, coerceTypes: true, validateFormats: false });
  ajv.addSchema({ $id: 'stripe', components: { schemas: closeObjects(raw.components.schemas) } });
  const at = (tool: Ajv2020, schema: unknown) => tool.compile(schemaOf(schema, 'stripe'));
  const operations = Object.entries(raw.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Operation => ({
      method: method.toUpperCase(),
      pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
      query: lazily(() => at(forms, querySchema(operation))),
      body: lazily(() => at(forms, bodySchema(operation))),
      answer: lazily(() => at(ajv, schemaIn(operation, ['responses', '200', 'content', 'application/json', 'schema']))),
    })),
  );
  // The more exact path first: /v1/customers/search before /v1/customers/{customer}.
  operations.sort((a, b) => Number(a.pattern.source.includes('[^/]+')) - Number(b.pattern.source.includes('[^/]+')));
  const resources = new Map<string, ValidateFunction>();
  return {
    operations,
    error: ajv.compile({ $ref: 'stripe#/components/schemas/error' }),
    events: raw['x-event-resources'],
    resource(name) {
      if (!(name in raw.components.schemas)) return null;
      const known = resources.get(name) ?? ajv.compile({ $ref: `stripe#/components/schemas/${name}` });
      resources.set(name, known);
      return known;
    },
  };
}

/** Compiles at first use: the contract is large, a test needs a fraction of it. */
function lazily(compile: () => ValidateFunction): ValidateFunction {
  let made: ValidateFunction | null = null;
  const validate = ((value: unknown) => {
    made ??= compile();
    const result = made(value);
    validate.errors = made.errors ?? null;
    return result;
  }) as ValidateFunction;
  return validate;
}

function querySchema(operation: Json): Json {
  const parameters = (operation.parameters as { in: string; name: string; schema: unknown }[] | undefined) ?? [];
  const inQuery = parameters.filter((one) => one.in === 'query');
  return { type: 'object', properties: Object.fromEntries(inQuery.map((one) => [one.name, one.schema])) };
}

function bodySchema(operation: Json): unknown {
  return (
    schemaIn(operation, ['requestBody', 'content', 'application/x-www-form-urlencoded', 'schema']) ?? {
      type: 'object',
      properties: {},
    }
  );
}

/** A form as the library writes it; objects with the keys 0, 1, 2 … are lists. */
function decode(form: string): unknown {
  const root: Json = {};
  for (const [name, value] of new URLSearchParams(form)) {
    const path = name.split(/[[\]]+/).filter((part, at) => part !== '' || at === 0);
    let node = root;
    for (const part of path.slice(0, -1)) node = (node[part] ??= {}) as Json;
    node[path.at(-1) ?? name] = value;
  }
  return withLists(root);
}

function withLists(node: unknown): unknown {
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).map(([key, value]) => [key, withLists(value)] as const);
  if (entries.length > 0 && entries.every(([key], at) => key === String(at))) return entries.map(([, value]) => value);
  return Object.fromEntries(entries);
}
