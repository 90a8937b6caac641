import { createHmac, timingSafeEqual } from 'node:crypto';

/** How old a message may be, and how far ahead of our clock, seconds. */
const TOLERANCE = 300;

export interface SignedHeaders {
  id: string | undefined;
  timestamp: string | undefined;
  signature: string | undefined;
}

/**
 * Whether a message comes from the provider and is fresh: HMAC-SHA256 over `id.timestamp.body` with the base64 part of the secret, one of
 * the `v1,` signatures in the list. The vendor's own library checks neither the age nor in constant time.
 * @param rawBody as it arrived
 */
export function isGenuine(
  rawBody: Buffer,
  { id, timestamp, signature }: SignedHeaders,
  secret: string,
  now: Date,
): boolean {
  if (!id || !timestamp || !signature || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > TOLERANCE) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  if (key.length === 0) return false;
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(rawBody).digest();
  return signature.split(' ').some((one) => {
    const [scheme, value] = one.split(',');
    const given = Buffer.from(value ?? '', 'base64');
    return scheme === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}
