import type { PageAnswer, PageRequest } from '../../pages/loopback-server.js';
import { authenticate } from './handle-call.js';
import { StripeRefusal } from './refusal.js';

/** Moves the stand-in's clock by so many milliseconds; resolves with its new time in Unix seconds. */
export type MoveClock = (milliseconds: number) => Promise<number>;

const json = { 'content-type': 'application/json' };

/**
 * `POST /control/clock` with `days=…`: lets another process, such as an end-to-end test, move the clock. Needs the secret key.
 * Not a part of Stripe's API, hence outside /v1.
 */
export async function handleControl(request: PageRequest, secretKey: string, moveClock: MoveClock): Promise<PageAnswer> {
  try {
    authenticate(request.headers.authorization, secretKey);
    if (request.method !== 'POST' || request.url.pathname !== '/control/clock') {
      throw new StripeRefusal(404, 'invalid_request_error', null, `Unrecognized request URL (${request.method}: ${request.url.pathname}).`);
    }
    const given = new URLSearchParams(request.body).get('days');
    const days = Number(given);
    if (!given || !Number.isFinite(days) || Math.abs(days) > 3660) {
      throw new StripeRefusal(400, 'invalid_request_error', null, 'Invalid days: a number of days is needed.', 'days');
    }
    return { status: 200, headers: json, body: JSON.stringify({ now: await moveClock(days * 86_400_000) }) };
  } catch (error) {
    if (error instanceof StripeRefusal) return { status: error.status, headers: json, body: JSON.stringify(error.body()) };
    throw error;
  }
}
