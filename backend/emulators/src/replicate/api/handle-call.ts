import { setTimeout as wait } from 'node:timers/promises';
import { findRoute } from '../../api/find-route.js';
import { isSameSecret } from '../../api/same-secret.js';
import { calls } from '../calls/index.js';
import type { CallMisbehaviour } from '../misbehaviour/kinds.js';
import type { Parts } from '../state/parts.js';
import { notFound, ReplicateRefusal, throttled } from './refusal.js';
import type { Call, Reply, Route } from './route.js';
import type { WireAnswer, WireRequest } from '../../pages/byte-server.js';

export interface HandledCall {
  answer: WireAnswer;
  /** The client is not to hear of it. */
  lost: boolean;
}

/** Answers one call of Replicate's API. */
export async function handleCall(parts: Parts, token: string, request: WireRequest): Promise<HandledCall> {
  let wrong: CallMisbehaviour | null = null;
  try {
    authenticate(request.headers.authorization, token);
    wrong = parts.misbehaviours.forCall(request.method, request.url.pathname);
    if (wrong?.kind === 'rate-limit') throw throttled(wrong.retryAfter);
    if (wrong?.kind === 'server-error')
      throw new ReplicateRefusal(wrong.status, 'Internal server error', 'Something went wrong.');
    const found = findRoute(calls, request.method, request.url.pathname);
    if (!found) throw notFound();
    const answer = answerOf(await carryOut(parts, found.route, found.ids, request));
    if (wrong?.kind === 'late-answer') await wait(wrong.milliseconds, undefined, { ref: false });
    return { answer, lost: wrong?.kind === 'lose-answer' };
  } catch (error) {
    return { answer: refusalAnswer(error), lost: wrong?.kind === 'lose-answer' };
  }
}

function carryOut(parts: Parts, { handle }: Route, ids: Call['ids'], request: WireRequest): Reply | Promise<Reply> {
  const { url, headers, body } = request;
  return handle(parts, { ids, query: url.searchParams, headers, json: parseJson(body) });
}

/** Refuses everybody without the account's token. The contract's examples show both schemes, Bearer and Token. */
export function authenticate(header: string | undefined, token: string): void {
  const [scheme = '', given = ''] = (header ?? '').split(' ');
  const refuse = (detail: string) => new ReplicateRefusal(401, 'Unauthenticated', detail);
  if (!/^(bearer|token)$/i.test(scheme) || !given) throw refuse('You did not pass an authentication token');
  if (!isSameSecret(given, token)) throw refuse('You did not pass a valid authentication token');
}

/** `GET /delivery/…`: the files behind the addresses in an output, for holders of the token, as long as they are kept. */
export async function handleDelivery(
  { state, blobs }: Parts,
  token: string,
  { method, url, headers }: WireRequest,
): Promise<WireAnswer> {
  try {
    authenticate(headers.authorization, token);
    const file = method === 'GET' ? state.delivered.get(url.pathname.slice('/delivery/'.length)) : undefined;
    const bytes = file && (await blobs.get(file.blob));
    if (!bytes) throw notFound();
    return { status: 200, headers: { 'content-type': file.contentType }, body: bytes };
  } catch (error) {
    return refusalAnswer(error);
  }
}

/** The JSON of a body; an empty object where there is none. @throws ReplicateRefusal 400 */
export function parseJson(body: Buffer): unknown {
  if (body.length === 0) return {};
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new ReplicateRefusal(400, 'Bad request', 'The request body is not valid JSON.');
  }
}

function answerOf({ status, object }: Reply): WireAnswer {
  return {
    status,
    headers: object ? { 'content-type': 'application/json' } : {},
    body: object ? JSON.stringify(object) : '',
  };
}

/** Every error as Replicate words it; an unforeseen one as 500. */
export function refusalAnswer(error: unknown): WireAnswer {
  const refusal =
    error instanceof ReplicateRefusal
      ? error
      : new ReplicateRefusal(
          500,
          'Internal server error',
          `The emulator failed: ${error instanceof Error ? error.message : String(error)}`,
        );
  return {
    status: refusal.status,
    headers: { 'content-type': 'application/problem+json', ...refusal.headers },
    body: JSON.stringify(refusal.body()),
  };
}
