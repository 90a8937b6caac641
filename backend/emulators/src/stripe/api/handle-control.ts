import type { PageAnswer, PageRequest } from '../../pages/loopback-server.js';
import type { DisputeOutcome } from '../billing/disputes.js';
import { authenticate } from './handle-call.js';
import { invalid, StripeRefusal } from './refusal.js';

/** What tests may do to the emulator from another process. */
export interface Controls {
  /** Moves the clock by so many milliseconds; resolves with its new time in Unix seconds. */
  moveClock(milliseconds: number): Promise<number>;
  dispute(charge: string): Promise<object>;
  closeDispute(charge: string, outcome: DisputeOutcome): Promise<object>;
  failRefund(refund: string): Promise<object>;
  /** Ids and types of the events that wait, oldest first. */
  waiting(): { id: string; type: string }[];
  hold(): void;
  /** Sends what was held: these ids in this order, or all in their own. */
  release(order: string[] | null): Promise<void>;
  resend(event: string): Promise<boolean>;
}

const json = { 'content-type': 'application/json' };
const longestMove = 3660 * 86_400_000;

/**
 * `POST /control/…`: lets another process, such as an end-to-end test, move the clock and play the bank and the network:
 * `clock` (days, hours, minutes), `disputes` (charge), `disputes/close` (charge or dispute as charge, outcome: won or lost),
 * `refunds/fail` (refund), `webhooks/hold`, `webhooks/release` (event, repeatable: these in this order, the others are lost),
 * `webhooks/resend` (event); `GET /control/webhooks` lists what waits. Needs the secret key. Not a part of Stripe's API, hence outside /v1.
 */
export async function handleControl(request: PageRequest, secretKey: string, controls: Controls): Promise<PageAnswer> {
  try {
    authenticate(request.headers.authorization, secretKey);
    const what = `${request.method} ${request.url.pathname.slice('/control/'.length)}`;
    const result = await carryOut(what, new URLSearchParams(request.body), controls);
    if (result) return { status: 200, headers: json, body: JSON.stringify(result) };
    throw new StripeRefusal(
      404,
      'invalid_request_error',
      null,
      `Unrecognized request URL (${request.method}: ${request.url.pathname}).`,
    );
  } catch (error) {
    const refusal =
      error instanceof StripeRefusal ? error : invalid(null, error instanceof Error ? error.message : String(error));
    return { status: refusal.status, headers: json, body: JSON.stringify(refusal.body()) };
  }
}

async function carryOut(what: string, form: URLSearchParams, controls: Controls): Promise<object | null> {
  const needed = (name: string): string => {
    const value = form.get(name);
    if (!value) throw invalid('parameter_missing', `Missing required param: ${name}.`, name);
    return value;
  };
  switch (what) {
    case 'POST clock':
      return { now: await controls.moveClock(moveOf(form)) };
    case 'POST disputes':
      return controls.dispute(needed('charge'));
    case 'POST disputes/close':
      return controls.closeDispute(needed('charge'), outcomeOf(needed('outcome')));
    case 'POST refunds/fail':
      return controls.failRefund(needed('refund'));
    case 'GET webhooks':
      return { waiting: controls.waiting() };
    case 'POST webhooks/hold':
      controls.hold();
      return { waiting: controls.waiting() };
    case 'POST webhooks/release':
      await controls.release(form.has('event') ? form.getAll('event') : null);
      return { waiting: controls.waiting() };
    case 'POST webhooks/resend':
      return { taken: await controls.resend(needed('event')) };
    default:
      return null;
  }
}

function outcomeOf(outcome: string): DisputeOutcome {
  if (outcome !== 'won' && outcome !== 'lost') throw invalid(null, 'Invalid outcome: must be won or lost.', 'outcome');
  return outcome;
}

function moveOf(form: URLSearchParams): number {
  const units = { days: 86_400_000, hours: 3_600_000, minutes: 60_000 };
  const given = Object.entries(units).filter(([name]) => form.get(name));
  const sum = given.reduce((total, [name, unit]) => total + Number(form.get(name)) * unit, 0);
  if (given.length === 0 || !Number.isFinite(sum) || Math.abs(sum) > longestMove) {
    throw invalid(null, 'Invalid days: a number of days, hours or minutes is needed.', 'days');
  }
  return sum;
}
