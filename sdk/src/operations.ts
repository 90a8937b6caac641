import createFetchClient from 'openapi-fetch';
import { answerOf, promiseOf, type Answer, type CallPromise } from './answers.js';
import { errorFromAnswer, type FailedCall } from './errors.js';
import type { operations, paths } from './generated/openapi.js';
import type { operationTable } from './generated/operations.js';
import { CALL_MS, FILE_MS, withLimits } from './limits.js';
import type { ReadHeaders } from './deprecations.js';
import { retrying } from './retries.js';

/** Paths by method and operationId. */
export type OperationTable = Record<string, Record<string, string>>;
/** The operationIds of a table. */
export type IdsOf<T extends OperationTable> = { [M in keyof T]: keyof T[M] }[keyof T];
export type OperationId = IdsOf<typeof operationTable>;
/** Of any kind: admins have operations of their own. */
export type AnyOperationId = keyof operations;
type Operation<I extends AnyOperationId> = operations[I];

type Parameters<O, K extends string> = O extends { parameters: infer P }
  ? K extends keyof P
    ? Exclude<P[K], undefined>
    : never
  : never;
type Body<O> = O extends { requestBody: { content: { 'application/json': infer B } } } ? B : never;
type Success<O> = O extends { responses: infer R }
  ? [keyof R & (200 | 201 | 202)] extends [never]
    ? undefined
    : ContentOf<R[keyof R & (200 | 201 | 202)]>
  : never;
type ContentOf<A> = A extends { content: { 'application/json': infer J } }
  ? J
  : A extends { content: Record<string, unknown> }
    ? Blob
    : undefined;

type Given<K extends string, T> = [T] extends [never] ? unknown : object extends T ? { [P in K]?: T } : { [P in K]: T };
type Spends<O> = [Parameters<O, 'header'>] extends [never]
  ? unknown
  : Parameters<O, 'header'> extends { 'Idempotency-Key': string }
    ? { /** One per intent; a retry with the same key has one effect. */ idempotencyKey: string }
    : unknown;

/** How one call is made, where it is not as the client is told. */
export interface CallSettings {
  /** Stops the call: `aborted`, or `timeout` for a signal of `AbortSignal.timeout()`. */
  signal?: AbortSignal | undefined;
  /** How long one try may take, in milliseconds; 0 for ever. */
  timeout?: number | undefined;
  /** How often the call is repeated where that is safe, while what hinders it passes by itself. */
  maxRetries?: number | undefined;
  /** Sent besides the client's own. */
  headers?: Record<string, string> | undefined;
}

/** What a call takes: path and query parameters, a body, an idempotency key where it spends, and its settings. */
export type CallOptions<I extends AnyOperationId> = Given<'path', Parameters<Operation<I>, 'path'>> &
  Given<'query', Parameters<Operation<I>, 'query'>> &
  Given<'body', Body<Operation<I>>> &
  Spends<Operation<I>> &
  CallSettings;

export type Call<I extends AnyOperationId> =
  object extends CallOptions<I>
    ? (options?: CallOptions<I>) => CallPromise<Success<Operation<I>>>
    : (options: CallOptions<I>) => CallPromise<Success<Operation<I>>>;

/** Operations that send a file: they are `uploads`. */
export const FILE_OPERATIONS = [
  'uploadPhoto',
  'checkImage',
  'compareMisusedPicture',
  'uploadExampleBefore',
] as const satisfies OperationId[];
type FileOperation = (typeof FILE_OPERATIONS)[number];

/** One method per operation of the API, named by its operationId; those that send a file are `uploads`. */
export type Operations = { [I in Exclude<OperationId, FileOperation>]: Call<I> };

interface LooseOptions extends CallSettings {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  idempotencyKey?: string;
}

export interface Transport {
  baseUrl: string;
  fetch: typeof globalThis.fetch;
  /** How often what may be repeated is, while what hinders it passes by itself. */
  maxRetries: number;
  /** How long one try may take, in milliseconds; null for the default of its kind. */
  timeout: number | null;
  token: () => string | null;
  /** Sent with every call. */
  headers: Record<string, string>;
  onUnauthorized?: (() => void) | undefined;
  /** Looks whether the answer of an operation says that it is going to end. */
  noteDeprecation(operation: string, headers: ReadHeaders): void;
}

/** Where a client keeps its transport: known by its name, since a program may have two copies of this package. */
export const TRANSPORT = Symbol.for('bildnis.transport');

/** What every request carries. */
export function headersOf(transport: Transport, settings: CallSettings = {}): Record<string, string> {
  const headers = new Headers(transport.headers);
  new Headers(settings.headers).forEach((value, name) => headers.set(name, value));
  const token = transport.token();
  if (token) headers.set('authorization', `Bearer ${token}`);
  return Object.fromEntries(headers);
}

/**
 * Builds the methods from a generated table, so a new operation is there as soon as it is described.
 * @param except what has a method of its own
 */
export function buildOperations<O>(transport: Transport, table: OperationTable, except: readonly string[]): O {
  const described = new Map(
    Object.entries(table).flatMap(([method, paths]) =>
      Object.entries(paths).map(([id, path]) => [id, `${method} /api/v1${path}`] as const),
    ),
  );
  const client = createFetchClient<paths>({
    baseUrl: transport.baseUrl,
    fetch: (request: Request) => transport.fetch(request),
  });
  const call = (id: string, options: LooseOptions = {}): CallPromise<unknown> => {
    // What changes nothing, and what has its effect once however often it arrives.
    const repeatable = described.get(id)!.startsWith('get ') || options.idempotencyKey !== undefined;
    const retries = repeatable ? (options.maxRetries ?? transport.maxRetries) : 0;
    return promiseOf(
      retrying(() => callOnce(id, options), retries, options.signal),
      (cursor) => call(id, { ...options, query: { ...options.query, cursor } }),
    );
  };
  const callOnce = async (id: string, options: LooseOptions): Promise<Answer<unknown>> => {
    const [method, path, answers] = described.get(id)!.split(' ') as [string, string, 'file'?];
    assertPath(id, path, options.path);
    const isFile = answers === 'file';
    const made = { operation: id, method: method.toUpperCase(), path };
    const limits = {
      signal: options.signal,
      timeout: options.timeout ?? transport.timeout ?? (isFile ? FILE_MS : CALL_MS),
      call: made,
    };
    return withLimits(limits, async (signal) => {
      const init = {
        params: { path: options.path, query: options.query },
        body: options.body,
        headers: {
          ...headersOf(transport, options),
          ...(options.idempotencyKey ? { 'idempotency-key': options.idempotencyKey } : {}),
        },
        signal,
        parseAs: 'stream',
        credentials: 'same-origin',
      };
      const answer = await (client as unknown as LooseClient).request(method, path, init);
      transport.noteDeprecation(id, answer.response.headers);
      return answerOf(await readAnswer(answer, isFile, transport, made), answer.response);
    });
  };
  const ids = [...described.keys()].filter((id) => !except.includes(id));
  return Object.fromEntries(ids.map((id) => [id, (options?: LooseOptions) => call(id, options)])) as O;
}

/** An id that is missing would make the address of something else: of the list. @throws TypeError */
function assertPath(id: string, path: string, given: Record<string, unknown> = {}): void {
  for (const [, name] of path.matchAll(/\{(\w+)\}/g))
    if (typeof given[name!] !== 'string' || given[name!] === '') throw new TypeError(`${id} needs path.${name}`);
}

interface LooseAnswer {
  response: Response;
  /** The body of a refusal, read already: parsed where it was JSON, else text. */
  error?: unknown;
}

interface LooseClient {
  request(method: string, path: string, init: object): Promise<LooseAnswer>;
}

async function readAnswer(
  { response, error: refusal }: LooseAnswer,
  isFile: boolean,
  transport: Transport,
  call: FailedCall,
): Promise<unknown> {
  if (!response.ok) {
    const body = typeof refusal === 'string' ? refusal : JSON.stringify(refusal ?? '');
    const error = errorFromAnswer(response.status, body, response.headers, call);
    if (error.status === 401 && error.code === 'unauthenticated') transport.onUnauthorized?.();
    throw error;
  }
  if (response.status === 204) return undefined;
  return isFile ? await response.blob() : ((await response.json()) as unknown);
}
