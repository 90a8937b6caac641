import type { PageAnswer, PageRequest } from '../../pages/loopback-server.js';
import { authenticate } from './handle-call.js';
import { invalid, StripeRefusal } from './refusal.js';

/** What a test may do to the emulator from another process. */
export interface Controls {
  /** Moves the clock by so many milliseconds; resolves with its new time in Unix seconds. */
  moveClock(milliseconds: number): Promise<number>;
  failRefund(refund: string): Promise<object>;
}

const longestMove = 3660;

/**
 * `POST /control/clock` (days) and `/control/refunds/fail` (refund): an end-to-end test moves the clock and plays the bank.
 * Needs the secret key. Not a part of Stripe's API, hence outside /v1.
 */
export async function handleControl(request: PageRequest, secretKey: string, controls: Controls): Promise<PageAnswer> {
  const answer = (status: number, body: object): PageAnswer => ({
    status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  try {
    authenticate(request.headers.authorization, secretKey);
    const form = new URLSearchParams(request.body);
    const days = Number(form.get('days') ?? NaN);
    switch (`${request.method} ${request.url.pathname}`) {
      case 'POST /control/clock':
        if (!(Math.abs(days) <= longestMove)) throw invalid(null, 'Invalid days: a number is needed.', 'days');
        return answer(200, { now: await controls.moveClock(days * 86_400_000) });
      case 'POST /control/refunds/fail':
        return answer(200, await controls.failRefund(form.get('refund') ?? ''));
      default:
        throw new StripeRefusal(404, 'invalid_request_error', null, 'Unrecognized request URL.');
    }
  } catch (error) {
    const refusal =
      error instanceof StripeRefusal ? error : invalid(null, error instanceof Error ? error.message : String(error));
    return answer(refusal.status, refusal.body());
  }
}
