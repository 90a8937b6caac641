import { setTimeout as wait } from 'node:timers/promises';
import { ReplicateRefused, ReplicateUnavailable } from './errors.js';

export interface FetchOptions {
  /** Sent to the API's own host only. */
  token: string;
  apiUrl: string;
  /** Most bytes of one picture. */
  maxBytes?: number;
  timeoutMs?: number;
  /** First pause before it is tried again, milliseconds; it doubles each time. */
  backoffMs?: number;
}

const TRIES = 4;
const GONE = new Set([404, 410]);

/** Where the provider delivers pictures; addresses elsewhere are never fetched. */
const isDelivery = (host: string): boolean => host === 'replicate.delivery' || host.endsWith('.replicate.delivery');

/**
 * Fetches a finished picture from the provider's own hosts, without following redirects.
 * @throws ReplicateRefused for addresses elsewhere, for files that are too large, and for those that are gone; ReplicateUnavailable otherwise
 */
export async function fetchImage(address: string, options: FetchOptions, signal?: AbortSignal): Promise<Buffer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await fetchOnce(address, options, signal);
    } catch (error) {
      if (!(error instanceof ReplicateUnavailable) || attempt >= TRIES) throw error;
      await wait((options.backoffMs ?? 500) * 2 ** (attempt - 1), undefined, signal ? { signal } : {});
    }
  }
}

async function fetchOnce(
  address: string,
  { token, apiUrl, maxBytes = 20_000_000, timeoutMs = 30_000 }: FetchOptions,
  signal: AbortSignal | undefined,
): Promise<Buffer> {
  const url = URL.canParse(address) ? new URL(address) : null;
  const isApi = url !== null && url.origin === new URL(apiUrl).origin;
  if (!url || (!isApi && !(url.protocol === 'https:' && isDelivery(url.hostname))))
    throw new ReplicateRefused(0, 'a picture lies on a foreign host');
  try {
    const timeout = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url, {
      redirect: 'error',
      headers: isApi ? { authorization: `Bearer ${token}` } : {},
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    if (GONE.has(response.status)) throw new ReplicateRefused(response.status, 'a picture is gone');
    if (!response.ok || !response.body) throw new ReplicateUnavailable(`a picture answered ${response.status}`);
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of response.body) {
      size += part.length;
      if (size > maxBytes) throw new ReplicateRefused(0, 'a picture is too large');
      parts.push(part);
    }
    return Buffer.concat(parts);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof ReplicateRefused || error instanceof ReplicateUnavailable) throw error;
    throw new ReplicateUnavailable('a picture could not be fetched', { cause: error });
  }
}
