import { watchDeprecations, type Deprecation } from './deprecations.js';
import { errorFromAnswer } from './errors.js';
import { operationTable, VERSION } from './generated/operations.js';
import { CALL_MS, withLimits } from './limits.js';
import { connectLive, type Live, type LiveOptions } from './live.js';
import {
  buildOperations,
  FILE_OPERATIONS,
  headersOf,
  TRANSPORT,
  type CallSettings,
  type Operations,
  type Transport,
} from './operations.js';
import { retrying } from './retries.js';
import {
  checkImage,
  compareMisusedPicture,
  uploadExampleBefore,
  uploadPhoto,
  type FileUpload,
  type PhotoUpload,
} from './uploads.js';
import type { Schemas } from './schemas.js';

export interface ClientOptions {
  /** Origin of the server, for instance `https://bildnis.example`. Empty in a page served by it. */
  baseUrl: string;
  /** Bearer token of a session; without one the browser's cookie is used. */
  token?: string | null;
  /** An API key (`bk_…`), made in the settings of an account; takes the place of a session. */
  apiKey?: string | null;
  /** Another fetch, for tests or proxies. */
  fetch?: typeof globalThis.fetch;
  /**
   * How often a call is repeated while what hinders it passes by itself (no answer, too many calls, a server that fails or is away); 2 unless told otherwise, 0 for never.
   * Only what changes nothing or carries an idempotency key is repeated, with growing waits or after the time the server asks for, up to a minute.
   */
  maxRetries?: number;
  /** @deprecated since 2026-12, until 2027-12: `maxRetries` */
  retries?: number;
  /** How long one try of a call may take, in milliseconds, 0 for ever; a minute unless told otherwise, ten for what sends or fetches a file. */
  timeout?: number;
  /** Sent with every call. */
  headers?: Record<string, string>;
  /** Called once for each operation that is going to end; unless given, a warning is logged. */
  onDeprecation?: (deprecation: Deprecation) => void;
  /** Called when a call answers 401: the session has ended. */
  onUnauthorized?: () => void;
}

export interface Client extends Operations {
  uploads: {
    /** Uploads one photo and answers with its verdict. */
    photo(upload: PhotoUpload): Promise<Schemas['PhotoVerdict']>;
    /** Asks whether a picture was made here; needs no session. */
    imageCheck(upload: FileUpload): Promise<Schemas['ImageCheck']>;
    /** Compares a picture for a report of misuse; needs no session. */
    misusePicture(upload: FileUpload): Promise<Schemas['MisusePicture']>;
    /** Gives portraits that were offered as an example the photo they were made of. */
    exampleBefore(upload: FileUpload & { generationId: string }): Promise<Schemas['ExampleUpload']>;
  };
  live: {
    /** Opens a live connection; it reconnects by itself until closed. */
    connect(options?: LiveOptions): Live;
  };
  /** Downloads a signed link (portrait, preview, ZIP) with the session or key; `timeout` is for the begin of the answer. @throws BildnisError unless the answer is a success */
  download(url: string, options?: CallSettings): Promise<Response>;
  /** Uses another token from now on. */
  setToken(token: string | null): void;
}

/**
 * A client of the Bildnis API. Keeps nothing global; any number may live side by side.
 *
 * @throws TypeError where `baseUrl` is no address, or the key cannot be one
 *
 * @example
 * const bildnis = createClient({ baseUrl: 'http://localhost:3000' });
 * const { items } = await bildnis.listStyles();
 */
export function createClient(options: ClientOptions): Client {
  refuseMistakes(options);
  let token = options.apiKey ?? options.token ?? null;
  const doFetch = options.fetch ?? ((input: RequestInfo | URL, init?: RequestInit) => globalThis.fetch(input, init));
  const transport: Transport = {
    // Who copies the address of the API instead of the server's means the same.
    baseUrl: options.baseUrl.replace(/(\/api\/v1)?\/*$/, ''),
    fetch: doFetch,
    maxRetries: options.maxRetries ?? options.retries ?? 2,
    timeout: options.timeout ?? null,
    token: () => token,
    // Names and values that no request could carry are said at once.
    headers: Object.fromEntries(new Headers({ ...ownName(), ...options.headers })),
    // Its own mistakes are none of the call.
    onUnauthorized: options.onUnauthorized && (() => queueMicrotask(options.onUnauthorized!)),
    noteDeprecation: watchDeprecations(options.onDeprecation),
  };
  const client: Client = {
    ...buildOperations<Operations>(transport, operationTable, FILE_OPERATIONS),
    uploads: {
      photo: (upload) => uploadPhoto(transport, upload),
      imageCheck: (upload) => checkImage(transport, upload),
      misusePicture: (upload) => compareMisusedPicture(transport, upload),
      exampleBefore: (upload) => uploadExampleBefore(transport, upload),
    },
    live: { connect: (options) => connectLive(transport, options) },
    download: (url, settings = {}) =>
      retrying(
        () => downloadFrom(transport, url, settings),
        settings.maxRetries ?? transport.maxRetries,
        settings.signal,
      ),
    setToken: (next) => {
      token = next;
    },
  };
  // For the entries that add to a client, such as the admin's.
  Object.defineProperty(client, TRANSPORT, { value: transport });
  return client;
}

/** What is no address or no key would otherwise look like a missing network, call after call. @throws TypeError */
function refuseMistakes({ baseUrl, apiKey, token }: ClientOptions): void {
  if (typeof baseUrl !== 'string' || (baseUrl !== '' && !/^https?:\/\/[^\s/]/.test(baseUrl)))
    throw new TypeError(`baseUrl has to be an address like https://bildnis.example, not ${baseUrl}`);
  for (const secret of [apiKey, token])
    if (secret && !/^[\x21-\x7e]+$/.test(secret))
      throw new TypeError('a key or token has only printable ASCII characters');
}

/** Which program calls: browsers say so themselves, and would ask first whether they may say more. */
function ownName(): Record<string, string> {
  const { document, WorkerGlobalScope } = globalThis as { document?: unknown; WorkerGlobalScope?: unknown };
  return document || WorkerGlobalScope ? {} : { 'user-agent': `bildnis-sdk/${VERSION}` };
}

async function downloadFrom(transport: Transport, url: string, settings: CallSettings): Promise<Response> {
  const home = transport.baseUrl || globalThis.location?.origin;
  const target = new URL(url, home);
  // A link may lead elsewhere, for instance into a store of objects; what the client sends is for the server it was made for.
  const isOwn = target.origin === new URL(home).origin;
  const headers = isOwn ? headersOf(transport, settings) : { ...settings.headers };
  // The body is its reader's, who may take their time: it is stopped by the program's signal alone.
  const stop = new AbortController();
  const forward = () => stop.abort(settings.signal?.reason);
  settings.signal?.addEventListener('abort', forward, { once: true });
  const limits = { ...settings, timeout: settings.timeout ?? transport.timeout ?? CALL_MS };
  try {
    return await withLimits(limits, async (ends) => {
      const end = () => stop.abort(ends.reason);
      ends.addEventListener('abort', end, { once: true });
      if (ends.aborted) end();
      const response = await transport.fetch(target.href, { headers, signal: stop.signal });
      if (!response.ok) throw errorFromAnswer(response.status, await response.text(), response.headers);
      return response;
    });
  } catch (error) {
    settings.signal?.removeEventListener('abort', forward);
    throw error;
  }
}
