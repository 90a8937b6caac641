import { BildnisError } from './errors.js';
import type { Schemas } from './schemas.js';

/** What Bildnis tells an endpoint: decide by `type`. */
export type WebhookEvent = Schemas['WebhookEvent'];

export interface WebhookMessage {
  /** The body as it came, byte by byte: parsed and written again it has another signature. */
  body: string | Uint8Array;
  /** The headers of the request: of fetch, or as Node has them. */
  headers: Headers | Record<string, string | string[] | undefined>;
  /** The secret of the endpoint (`whsec_…`), or several while one takes the place of another. */
  secret: string | readonly string[];
  /** How far the time of the message may be from now, in seconds; 300 unless told otherwise. */
  toleranceSeconds?: number;
}

const TOLERANCE_SECONDS = 300;
const SECRET_PREFIX = 'whsec_';

/**
 * Makes sure that a message comes from Bildnis and is not an old one sent again (Standard Webhooks, HMAC-SHA256).
 *
 * The same message may come more than once, also with the same `id`: note the ids you have dealt with.
 *
 * @returns what the message says
 * @throws BildnisError `webhook_invalid`, with `headers`, `timestamp`, `signature` or `body` as its detail: the message is not to be believed
 * @throws TypeError where the receiver is mistaken: a secret that is none, a body that was parsed already
 *
 * @example
 * const event = await verifyWebhook({ body: await request.text(), headers: request.headers, secret });
 * if (event.type === 'generation.completed') console.log(event.data.generationId);
 */
export async function verifyWebhook({
  body,
  headers,
  secret,
  toleranceSeconds = TOLERANCE_SECONDS,
}: WebhookMessage): Promise<WebhookEvent> {
  if (typeof body !== 'string' && !(body instanceof Uint8Array))
    throw new TypeError('the body has to be the bytes or the text as they came, not what they were parsed into');
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  );
  if (!id || !timestamp || !signatures) throw refusal('headers');
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : NaN;
  if (!(Math.abs(Date.now() / 1_000 - seconds) <= toleranceSeconds)) throw refusal('timestamp');
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = concatenated(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  if (!(await isSigned(signed, signatures, typeof secret === 'string' ? [secret] : secret))) throw refusal('signature');
  return readEvent(bytes);
}

/**
 * The headers Bildnis would send with a body, for tests of a receiver.
 *
 * @example
 * const headers = await signWebhook({ id: 'msg_1', body, secret });
 * await fetch('http://localhost:8080/bildnis', { method: 'POST', body, headers });
 */
export async function signWebhook({
  id,
  body,
  secret,
  at = new Date(),
}: {
  id: string;
  body: string;
  secret: string;
  at?: Date;
}): Promise<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>> {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const signature = await crypto.subtle.sign(
    'HMAC',
    await keyOf(secret),
    new TextEncoder().encode(`${id}.${timestamp}.${body}`),
  );
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}`,
  };
}

const refusal = (detail: 'headers' | 'timestamp' | 'signature' | 'body', cause?: unknown) =>
  new BildnisError({ code: 'webhook_invalid', status: 0, detail, cause });

function headerOf(headers: WebhookMessage['headers'], name: string): string | undefined {
  const value = headers instanceof Headers ? (headers.get(name) ?? undefined) : headers[name];
  return typeof value === 'string' ? value : undefined;
}

function concatenated(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}

/** Whether one of the signatures is one of the secrets'. The comparison takes as long for a wrong one as for a right one. */
async function isSigned(
  signed: Uint8Array<ArrayBuffer>,
  signatures: string,
  secrets: readonly string[],
): Promise<boolean> {
  const given = signatures
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .map((signature) => bytesOf(signature.slice('v1,'.length)));
  const checks = secrets.flatMap((secret) =>
    given.map(
      async (signature) =>
        signature !== null && (await crypto.subtle.verify('HMAC', await keyOf(secret), signature, signed)),
    ),
  );
  return (await Promise.all(checks)).includes(true);
}

/** @throws Error where the secret is none: a mistake of the receiver, not of the message. */
async function keyOf(secret: string): Promise<CryptoKey> {
  const given = secret.trim();
  const bytes = given.startsWith(SECRET_PREFIX) ? bytesOf(given.slice(SECRET_PREFIX.length)) : null;
  if (!bytes?.length) throw new TypeError(`the secret of an endpoint begins with ${SECRET_PREFIX}`);
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function readEvent(bytes: Uint8Array): WebhookEvent {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as WebhookEvent;
  } catch (error) {
    throw refusal('body', error);
  }
}
