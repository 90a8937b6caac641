/**
 * What breaks clients of an OpenAPI 3.1 document when another takes its place. Requests may only come to accept more, answers only
 * to say more: a schema is compared by the direction in which it travels.
 *
 * Each change is one line that stays the same while the change does, so that it can be approved by it.
 */

const METHODS = ['get', 'put', 'post', 'patch', 'delete', 'head', 'options', 'trace'];
const isSuccess = (status) => /^[23]/.test(status);
const entriesOf = (value) => Object.entries(value ?? {});

/** @returns {string[]} one line per breaking change, in the order of the document */
export function breakingChanges(before, after) {
  const compare = new Comparison(before, after);
  return [...new Set([...compare.paths(), ...compare.messages(), ...compare.errorCodes()])];
}

class Comparison {
  #before;
  #after;
  /** Pairs of named schemas that are being compared: recursive ones come back to themselves. */
  #under = new Set();

  constructor(before, after) {
    this.#before = before;
    this.#after = after;
  }

  paths() {
    return entriesOf(this.#before.paths).flatMap(([path, item]) =>
      METHODS.filter((method) => item[method]).flatMap((method) => {
        const where = `${method.toUpperCase()} ${path}`;
        const now = this.#after.paths?.[path]?.[method];
        return now
          ? this.#operation(where, item[method], now, { before: item, after: this.#after.paths[path] })
          : [`${where}: operation removed`];
      }),
    );
  }

  /** What the server sends by itself: webhooks and live events. */
  messages() {
    const hooks = entriesOf(this.#before.webhooks).flatMap(([name, item]) => {
      const now = this.#after.webhooks?.[name];
      if (!now) return [`webhook ${name}: removed`];
      return METHODS.filter((method) => item[method]).flatMap((method) =>
        this.#contents(`webhook ${name}`, item[method].requestBody, now[method]?.requestBody ?? {}, 'answer'),
      );
    });
    const events = entriesOf(this.#before['x-live-events']).flatMap(([name, schema]) => {
      const now = this.#after['x-live-events']?.[name];
      return now ? this.#schema(`live event ${name}`, schema, now, 'answer') : [`live event ${name}: removed`];
    });
    return [...hooks, ...events];
  }

  /** Clients compare codes; new ones they have to take, old ones must stay. */
  errorCodes() {
    const codesOf = (document) => document.components?.schemas?.ErrorCode?.enum ?? [];
    const now = new Set(codesOf(this.#after));
    return codesOf(this.#before)
      .filter((code) => !now.has(code))
      .map((code) => `error code ${code}: removed`);
  }

  #operation(where, was, now, items) {
    return [
      ...(was.operationId !== now.operationId
        ? [`${where}: operationId ${was.operationId} became ${now.operationId}`]
        : []),
      ...this.#parameters(
        where,
        [...(items.before.parameters ?? []), ...(was.parameters ?? [])],
        [...(items.after.parameters ?? []), ...(now.parameters ?? [])],
      ),
      ...this.#body(where, was.requestBody, now.requestBody),
      ...this.#responses(where, was.responses, now.responses),
      ...security(where, was.security ?? this.#before.security ?? [], now.security ?? this.#after.security ?? []),
    ];
  }

  #parameters(where, was, now) {
    const keyOf = ({ in: place, name }) => `${place} ${name}`;
    const byKey = (list, document) =>
      new Map(list.map((parameter) => resolve(parameter, document)).map((parameter) => [keyOf(parameter), parameter]));
    const [old, present] = [byKey(was, this.#before), byKey(now, this.#after)];
    const kept = [...old].flatMap(([key, parameter]) => {
      const other = present.get(key);
      if (!other) return [`${where}: parameter ${key} removed`];
      return [
        ...(other.required && !parameter.required ? [`${where}: parameter ${key} became required`] : []),
        ...this.#schema(`${where} ${key}`, parameter.schema, other.schema, 'request'),
      ];
    });
    const added = [...present]
      .filter(([key, { required }]) => required && !old.has(key))
      .map(([key]) => `${where}: required parameter ${key} added`);
    return [...kept, ...added];
  }

  #body(where, given, present) {
    const [was, now] = [resolve(given, this.#before), resolve(present, this.#after)];
    if (!was) return now?.required ? [`${where}: required body added`] : [];
    if (!now) return [`${where}: body removed`];
    return [
      ...(now.required && !was.required ? [`${where}: body became required`] : []),
      ...this.#contents(`${where} body`, was, now, 'request'),
    ];
  }

  #contents(where, was, now, direction) {
    return entriesOf(resolve(was, this.#before)?.content).flatMap(([type, { schema }]) => {
      const other = resolve(now, this.#after)?.content?.[type];
      return other ? this.#schema(where, schema, other.schema, direction) : [`${where}: ${type} removed`];
    });
  }

  #responses(where, was, now) {
    return entriesOf(was).flatMap(([status, given]) => {
      const [old, present] = [resolve(given, this.#before), resolve(now?.[status], this.#after)];
      // An error that can no longer happen breaks nobody.
      if (!present) return isSuccess(status) ? [`${where}: answer ${status} removed`] : [];
      const headers = Object.keys(old.headers ?? {})
        .filter((name) => !(name in (present.headers ?? {})))
        .map((name) => `${where} ${status}: header ${name} removed`);
      return [...headers, ...this.#contents(`${where} ${status}`, old, present, 'answer')];
    });
  }

  /** @param direction 'request': what was accepted still is; 'answer': what comes was possible before */
  #schema(where, was, now, direction) {
    if (was === undefined || was === true)
      return direction === 'request' && now !== undefined && now !== true ? [`${where}: narrowed`] : [];
    if (now === undefined || now === true) return direction === 'answer' ? [`${where}: anything is possible now`] : [];
    const pair = was.$ref && now.$ref ? `${direction} ${was.$ref} ${now.$ref}` : null;
    if (pair && this.#under.has(pair)) return [];
    if (pair) this.#under.add(pair);
    try {
      return this.#alternatives(where, branches(was, this.#before), branches(now, this.#after), direction);
    } finally {
      if (pair) this.#under.delete(pair);
    }
  }

  /** Each alternative of the one side needs one of the other that breaks nothing; where there is none, the nearest says what does. */
  #alternatives(where, was, now, direction) {
    const [each, among] = direction === 'request' ? [was, now] : [now, was];
    return each.flatMap((one) => {
      const tried = among
        .filter((other) => kindOf(other) === kindOf(one))
        .map((other) =>
          direction === 'request'
            ? this.#plain(where, one, other, direction)
            : this.#plain(where, other, one, direction),
        );
      if (tried.length > 0) return tried.toSorted((a, b) => a.length - b.length)[0];
      if (among.some((other) => kindOf(other) === 'any')) return [];
      return [
        direction === 'request'
          ? `${where}: ${kindOf(one)} is no longer accepted`
          : `${where}: can be ${kindOf(one)} now`,
      ];
    });
  }

  #plain(where, was, now, direction) {
    return [
      ...values(where, was, now, direction),
      ...(was.format !== now.format && (direction === 'answer' ? was.format : now.format)
        ? [`${where}: format ${was.format ?? 'none'} became ${now.format ?? 'none'}`]
        : []),
      ...(direction === 'request' ? limits(where, was, now) : []),
      ...this.#properties(where, was, now, direction),
      ...(was.items || now.items ? this.#schema(`${where}[]`, was.items, now.items, direction) : []),
    ];
  }

  #properties(where, was, now, direction) {
    const [old, present] = [was.properties ?? {}, now.properties ?? {}];
    const [needed, needs] = [new Set(was.required), new Set(now.required)];
    const at = (name) => `${where}.${name}`;
    const kept = Object.keys(old).flatMap((name) => {
      if (!(name in present)) return [`${at(name)}: removed`];
      const optional =
        direction === 'answer' && needed.has(name) && !needs.has(name) ? [`${at(name)}: may be missing now`] : [];
      return [...optional, ...this.#schema(at(name), old[name], present[name], direction)];
    });
    if (direction === 'answer') return kept;
    const required = [...needs].filter((name) => !needed.has(name)).map((name) => `${at(name)}: is required now`);
    const closed =
      now.additionalProperties === false && was.additionalProperties !== false
        ? [`${where}: takes no further fields now`]
        : [];
    return [...kept, ...required, ...closed];
  }
}

function resolve(value, document) {
  let found = value;
  while (found?.$ref)
    found = found.$ref
      .slice(2)
      .split('/')
      .reduce((at, part) => at?.[part.replaceAll('~1', '/').replaceAll('~0', '~')], document);
  return found;
}

/** The alternatives of a schema, each of one type; a type or null is two. */
function branches(schema, document) {
  const { anyOf, oneOf, allOf, ...rest } = resolve(schema, document) ?? {};
  const alternatives = anyOf ?? oneOf;
  if (alternatives) return alternatives.flatMap((one) => branches(one, document)).map((one) => together(rest, one));
  if (allOf) return [allOf.map((part) => branches(part, document)[0]).reduce(together, rest)];
  if (!Array.isArray(rest.type)) return [rest];
  return rest.type.map((type) =>
    type === 'null'
      ? { type }
      : { ...rest, type, ...(rest.enum ? { enum: rest.enum.filter((value) => value !== null) } : {}) },
  );
}

function together(a, b) {
  const properties = a.properties || b.properties ? { properties: { ...a.properties, ...b.properties } } : {};
  return { ...a, ...b, ...properties, required: [...(a.required ?? []), ...(b.required ?? [])] };
}

/** By what a value is told apart: integers are numbers, an enum has the type of its values. */
function kindOf({ type, enum: listed, const: fixed, properties }) {
  const sample = fixed ?? listed?.[0];
  const kind =
    type ??
    (sample === undefined ? undefined : sample === null ? 'null' : typeof sample) ??
    (properties ? 'object' : 'any');
  return kind === 'integer' ? 'number' : kind;
}

const listed = (schema) => schema.enum ?? ('const' in schema ? [schema.const] : null);

function values(where, was, now, direction) {
  const [old, present] = [listed(was), listed(now)];
  const integer = {
    request: was.type === 'number' && now.type === 'integer',
    answer: was.type === 'integer' && now.type === 'number',
  };
  const type = integer[direction] ? [`${where}: ${was.type} became ${now.type}`] : [];
  if (direction === 'request') {
    if (!present) return type;
    return old
      ? [
          ...type,
          ...old
            .filter((value) => !present.includes(value))
            .map((value) => `${where}: value ${value} is no longer accepted`),
        ]
      : [...type, `${where}: accepts only listed values now`];
  }
  if (!old || was['x-open-enum']) return type;
  return present
    ? [...type, ...present.filter((value) => !old.includes(value)).map((value) => `${where}: can be ${value} now`)]
    : [...type, `${where}: can be any value now`];
}

const LOWER = ['minLength', 'minimum', 'exclusiveMinimum', 'minItems', 'minProperties'];
const UPPER = ['maxLength', 'maximum', 'exclusiveMaximum', 'maxItems', 'maxProperties'];

function limits(where, was, now) {
  const raised = LOWER.filter(
    (name) =>
      now[name] !== undefined &&
      now[name] > (was[name] ?? -Infinity) &&
      !(was[name] === undefined && now[name] <= 0 && name !== 'minimum' && name !== 'exclusiveMinimum'),
  );
  const lowered = UPPER.filter((name) => now[name] !== undefined && now[name] < (was[name] ?? Infinity));
  const changed = ['pattern', 'multipleOf'].filter((name) => now[name] !== undefined && now[name] !== was[name]);
  const unique = now.uniqueItems && !was.uniqueItems ? ['uniqueItems'] : [];
  return [...raised, ...lowered, ...changed, ...unique].map(
    (name) => `${where}: ${name} ${was[name] ?? 'none'} became ${now[name]}`,
  );
}

/** Every caller who was let in still is: each way in is there with no more scopes, or none is needed any more. */
function security(where, was, now) {
  const isOpen = (ways) => ways.length === 0 || ways.some((way) => Object.keys(way).length === 0);
  if (isOpen(now)) return [];
  if (isOpen(was)) return [`${where}: is no longer public`];
  const admits = (old, way) =>
    Object.entries(way).every(
      ([scheme, scopes]) => old[scheme] && scopes.every((scope) => old[scheme].includes(scope)),
    );
  return was
    .filter((old) => !now.some((way) => admits(old, way)))
    .map(
      (old) =>
        `${where}: ${Object.entries(old)
          .map(([scheme, scopes]) => [scheme, ...scopes].join(' '))
          .join(' and ')} no longer suffices`,
    );
}
