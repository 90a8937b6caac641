import type { LookupAddress } from 'node:dns';
import * as http from 'node:http';
import * as https from 'node:https';
import type { LookupFunction } from 'node:net';
import type { HostNames } from './host-names.js';
import { WebhookPoster, type PostError, type PostResult, type SignedMessage } from './port.js';
import { hostOf, mayReach, problemOf } from './targets.js';

/** What is read of an answer, so that its sender can finish; it is dropped. */
const READ_BYTES = 4_096;

class NotSent extends Error {
  constructor(readonly what: PostError) {
    super(what);
    this.name = 'NotSent';
  }
}

/** Looks names up anew for each attempt, checks every address, and connects to none but those. */
export class DirectPoster extends WebhookPoster {
  constructor(
    private readonly names: HostNames,
    private readonly loopback: boolean,
  ) {
    super();
  }

  async post(message: SignedMessage, timeoutMs: number, stop: AbortSignal): Promise<PostResult> {
    const signal = AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)]);
    try {
      const target = new URL(message.url);
      const status = await send(target, await within(signal, this.reach(target)), message, signal);
      return { status, error: errorOfStatus(status) };
    } catch (error) {
      stop.throwIfAborted();
      return {
        status: null,
        error: signal.aborted ? 'timeout' : error instanceof NotSent ? error.what : errorOfConnection(error),
      };
    }
  }

  private async reach(target: URL): Promise<LookupAddress[]> {
    if (problemOf(target, this.loopback)) throw new NotSent('address_not_public');
    const addresses = await this.names.addressesOf(hostOf(target));
    if (addresses.length === 0) throw new NotSent('name_not_found');
    if (!addresses.every(({ address }) => mayReach(address, target, this.loopback)))
      throw new NotSent('address_not_public');
    return addresses;
  }
}

function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    work.then(resolve, reject);
  });
}

/** What was checked is what is connected to: the name is not looked up again, and is what the certificate has to be for. */
const only =
  (addresses: readonly LookupAddress[]): LookupFunction =>
  (_host, options, answer) =>
    options.all ? answer(null, [...addresses]) : answer(null, addresses[0]!.address, addresses[0]!.family);

/** @returns the status of the answer */
function send(
  target: URL,
  addresses: readonly LookupAddress[],
  { headers, body }: SignedMessage,
  signal: AbortSignal,
): Promise<number> {
  const { request } = target.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const sent = request(target, {
      method: 'POST',
      agent: false,
      lookup: only(addresses),
      rejectUnauthorized: true,
      maxHeaderSize: 16_384,
      signal,
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Bildnis-Webhooks/1',
      },
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      resolve(response.statusCode!);
      let read = 0;
      response.on('error', () => undefined); // cut off by the time that is over
      response.on('data', (chunk: Buffer) => {
        read += chunk.length;
        if (read > READ_BYTES) response.destroy();
      });
    });
    sent.end(body);
  });
}

function errorOfStatus(status: number): PostError | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect' : 'refused';
}

const TLS_ERROR =
  /^(?:ERR_TLS|ERR_SSL|EPROTO|CERT_|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH)/;

function errorOfConnection(error: unknown): PostError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return TLS_ERROR.test(code) ? 'tls_failed' : 'connection_failed';
}
