import createFetchClient from 'openapi-fetch';
import { errorFromAnswer, errorFromThrown } from './errors.js';
import type { operations, paths } from './generated/openapi.js';
import { operationTable } from './generated/operations.js';
import { retrying } from './retries.js';

export type OperationId = keyof typeof operationTable;
type Operation<I extends OperationId> = operations[I];

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

/** What a call takes: path and query parameters, a body, an idempotency key where it spends, a signal to stop it. */
export type CallOptions<I extends OperationId> = Given<'path', Parameters<Operation<I>, 'path'>> &
  Given<'query', Parameters<Operation<I>, 'query'>> &
  Given<'body', Body<Operation<I>>> &
  Spends<Operation<I>> & { signal?: AbortSignal };

type Call<I extends OperationId> =
  object extends CallOptions<I>
    ? (options?: CallOptions<I>) => Promise<Success<Operation<I>>>
    : (options: CallOptions<I>) => Promise<Success<Operation<I>>>;

/** Operations that send a file: they are `uploads`. */
const FILE_OPERATIONS = [
  'uploadPhoto',
  'checkImage',
  'compareMisusedPicture',
  'uploadExampleBefore',
  'uploadExamplePicture',
] as const satisfies OperationId[];
type FileOperation = (typeof FILE_OPERATIONS)[number];

/** One method per operation of the API, named by its operationId; those that send a file are `uploads`. */
export type Operations = { [I in Exclude<OperationId, FileOperation>]: Call<I> };

interface LooseOptions {
  path?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  idempotencyKey?: string;
  signal?: AbortSignal;
}

export interface Transport {
  baseUrl: string;
  fetch: typeof globalThis.fetch;
  /** How often what may be repeated is, while what hinders it passes by itself. */
  retries: number;
  token: () => string | null;
  onUnauthorized?: () => void;
}

/** Builds the methods from the generated table, so a new operation is there as soon as it is described. */
export function buildOperations(transport: Transport): Operations {
  const client = createFetchClient<paths>({
    baseUrl: transport.baseUrl,
    fetch: (request: Request) => transport.fetch(request),
  });
  const call = (id: OperationId, options: LooseOptions = {}): Promise<unknown> => {
    // What changes nothing, and what has its effect once however often it arrives.
    const repeatable = operationTable[id].startsWith('get ') || options.idempotencyKey !== undefined;
    return retrying(() => callOnce(id, options), repeatable ? transport.retries : 0, options.signal);
  };
  const callOnce = async (id: OperationId, options: LooseOptions): Promise<unknown> => {
    const [method, path, answers] = operationTable[id].split(' ') as [string, string, 'file'?];
    demandPath(id, path, options.path);
    const token = transport.token();
    const headers = {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(options.idempotencyKey ? { 'idempotency-key': options.idempotencyKey } : {}),
    };
    const init = {
      params: { path: options.path, query: options.query },
      body: options.body,
      headers,
      signal: options.signal,
      parseAs: 'stream',
      credentials: 'same-origin',
    };
    const answer = await (client as unknown as LooseClient).request(method, path, init).catch((error: unknown) => {
      throw errorFromThrown(error);
    });
    return readAnswer(answer, answers === 'file', transport);
  };
  const ids = (Object.keys(operationTable) as OperationId[]).filter(
    (id) => !FILE_OPERATIONS.includes(id as FileOperation),
  );
  return Object.fromEntries(
    ids.map((id) => [id, (options?: LooseOptions) => call(id, options)]),
  ) as unknown as Operations;
}

/** An id that is missing would make the address of something else: of the list. @throws TypeError */
function demandPath(id: OperationId, path: string, given: Record<string, unknown> = {}): void {
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
  binary: boolean,
  transport: Transport,
): Promise<unknown> {
  if (!response.ok) {
    const error = errorFromAnswer(
      response.status,
      typeof refusal === 'string' ? refusal : JSON.stringify(refusal ?? ''),
      response.headers,
    );
    if (error.status === 401 && error.code === 'unauthenticated') transport.onUnauthorized?.();
    throw error;
  }
  try {
    if (response.status === 204) return undefined;
    return binary ? await response.blob() : ((await response.json()) as unknown);
  } catch (error) {
    throw errorFromThrown(error);
  }
}
