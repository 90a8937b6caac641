/** As much of an OpenAPI document as choosing from it needs. */
export interface ApiDocument {
  info?: { license?: unknown; [part: string]: unknown };
  tags?: { name: string }[];
  paths: Record<string, Record<string, ApiOperation>>;
  webhooks?: Record<string, unknown>;
  components: { schemas: Record<string, unknown>; securitySchemes?: Record<string, unknown> };
  [part: string]: unknown;
}

interface ApiOperation {
  tags?: string[];
  security?: Record<string, string[]>[];
}

/** What needs no key and still belongs to a partner's day. */
const OPEN_TAGS = new Set(['styles', 'service', 'image-checks']);

/** What a key can reach, and nothing else: the way in of people, admins and providers would only stand in the way. */
export function partnerView(document: ApiDocument): ApiDocument {
  // What only says where it lies and under which licence the code is would take the first place on the page.
  const {
    servers: _,
    info: { license: __, ...info } = {},
    ...rest
  } = only(document, (operation) => (isForPartners(operation) ? byKey(operation) : null));
  const { securitySchemes = {} } = document.components;
  return {
    ...rest,
    info,
    components: {
      ...rest.components,
      securitySchemes: keep(securitySchemes, (scheme, name) => (name === 'apiKey' ? scheme : null)),
    },
  };
}

/** What anybody may know of the API: nothing of what only admins can call. */
export function publicView(document: ApiDocument): ApiDocument {
  return only(document, (operation) => (operation.tags?.includes('admin') ? null : operation));
}

/** The chosen operations, their tags, and the shapes they refer to. */
function only(document: ApiDocument, choose: (operation: ApiOperation) => ApiOperation | null): ApiDocument {
  const paths = keep(document.paths, (methods) => {
    const open = keep(methods, choose);
    return Object.keys(open).length > 0 ? open : null;
  });
  const tags = new Set(
    Object.values(paths).flatMap((methods) => Object.values(methods).flatMap((operation) => operation.tags ?? [])),
  );
  const { schemas } = document.components;
  const used = reachable([paths, document.webhooks, document['x-live-events']], schemas);
  return {
    ...document,
    tags: (document.tags ?? []).filter(({ name }) => tags.has(name)),
    paths,
    components: { ...document.components, schemas: keep(schemas, (schema, name) => (used.has(name) ? schema : null)) },
  };
}

function isForPartners({ security = [], tags = [] }: ApiOperation): boolean {
  return security.some((way) => 'apiKey' in way) || (security.length === 0 && tags.some((tag) => OPEN_TAGS.has(tag)));
}

function byKey(operation: ApiOperation): ApiOperation {
  return { ...operation, security: (operation.security ?? []).filter((way) => 'apiKey' in way) };
}

function keep<T>(from: Record<string, T>, choose: (value: T, name: string) => T | null): Record<string, T> {
  return Object.fromEntries(
    Object.entries(from).flatMap(([name, value]) => {
      const chosen = choose(value, name);
      return chosen === null ? [] : [[name, chosen]];
    }),
  );
}

/** Names of all schemas that these parts refer to, directly or through others. */
function reachable(parts: unknown[], schemas: Record<string, unknown>): Set<string> {
  const found = new Set<string>();
  const queue = [...parts];
  for (let part = queue.pop(); queue.length > 0 || part !== undefined; part = queue.pop()) {
    for (const [, name] of JSON.stringify(part ?? null).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (found.has(name!)) continue;
      found.add(name!);
      queue.push(schemas[name!]);
    }
  }
  return found;
}
