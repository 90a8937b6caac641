import { errorFromAnswer, errorFromThrown } from './errors.js';
import { connectLive, type Live, type LiveOptions } from './live.js';
import { buildOperations, type Operations, type Transport } from './operations.js';
import { retrying } from './retries.js';
import {
  checkImage,
  compareMisusedPicture,
  uploadExampleBefore,
  uploadExamplePicture,
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
   * How often a call is repeated while what hinders it passes by itself (no answer, too many calls, server away); 2 unless told otherwise, 0 for never.
   * Only what changes nothing or carries an idempotency key is repeated, with growing waits or after the time the server asks for, up to a minute.
   */
  retries?: number;
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
    /** Adds a picture to an example that an admin prepares. */
    examplePicture(
      upload: FileUpload & { exampleId: string; kind: 'before' | 'portrait' },
    ): Promise<Schemas['ExampleUpload']>;
  };
  live: {
    /** Opens a live connection; it reconnects by itself until closed. */
    connect(options?: LiveOptions): Live;
  };
  /** Downloads a signed link (portrait, preview, ZIP) with the session or key. @throws BildnisError unless the answer is a success */
  download(url: string, options?: { signal?: AbortSignal }): Promise<Response>;
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
    retries: options.retries ?? 2,
    token: () => token,
    ...(options.onUnauthorized ? { onUnauthorized: options.onUnauthorized } : {}),
  };
  return {
    ...buildOperations(transport),
    uploads: {
      photo: (upload) => uploadPhoto(transport, upload),
      imageCheck: (upload) => checkImage(transport, upload),
      misusePicture: (upload) => compareMisusedPicture(transport, upload),
      exampleBefore: (upload) => uploadExampleBefore(transport, upload),
      examplePicture: (upload) => uploadExamplePicture(transport, upload),
    },
    live: { connect: (options) => connectLive(transport, options) },
    download: (url, { signal } = {}) => retrying(() => downloadFrom(transport, url, signal), transport.retries, signal),
    setToken: (next) => {
      token = next;
    },
  };
}

/** What is no address or no key would otherwise look like a missing network, call after call. @throws TypeError */
function refuseMistakes({ baseUrl, apiKey, token }: ClientOptions): void {
  if (typeof baseUrl !== 'string' || (baseUrl !== '' && !/^https?:\/\/[^\s/]/.test(baseUrl)))
    throw new TypeError(`baseUrl has to be an address like https://bildnis.example, not ${baseUrl}`);
  for (const secret of [apiKey, token])
    if (secret && !/^[\x21-\x7e]+$/.test(secret))
      throw new TypeError('a key or token has only printable ASCII characters');
}

async function downloadFrom(transport: Transport, url: string, signal: AbortSignal | undefined): Promise<Response> {
  const home = transport.baseUrl || globalThis.location?.origin;
  const target = new URL(url, home);
  // A link may lead elsewhere, for instance into a store of objects; the key is for the server it was made for.
  const token = target.origin === new URL(home).origin ? transport.token() : null;
  try {
    const response = await transport.fetch(target.href, {
      headers: token ? { authorization: `Bearer ${token}` } : {},
      ...(signal ? { signal } : {}),
    });
    if (!response.ok) throw errorFromAnswer(response.status, await response.text(), response.headers);
    return response;
  } catch (error) {
    throw errorFromThrown(error);
  }
}
