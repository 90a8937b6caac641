import { z } from 'zod';
import { misbehaviour, scope, type Misbehaviour, type Scope } from '../misbehaviour/kinds.js';
import { authenticate } from './authenticate.js';
import { parseJson, refusalAnswer } from './handle-call.js';
import { parseBody } from './parameters.js';
import { notFound } from './refusal.js';
import type { WireAnswer, WireRequest } from '../../pages/byte-server.js';

/** What tests may do to the emulator, from this process or from another one. */
export interface Controls {
  /** Moves the clock by so many milliseconds; resolves with its new time. */
  moveClock(milliseconds: number): Promise<Date>;
  misbehave(what: Misbehaviour, where?: Scope): void;
  behave(): void;
  planned(): object[];
  hold(): void;
  release(order?: readonly string[]): Promise<void>;
  waiting(): object[];
  state(): object;
}

const longestMove = 3660 * 86_400_000;
const part = z.number().min(-longestMove).max(longestMove).default(0);
const move = z.strictObject({ days: part, hours: part, minutes: part, seconds: part });
const wrong = z.strictObject({ misbehaviour, scope: scope.optional() });
const order = z.strictObject({ order: z.array(z.string()).optional() });

/**
 * `/control/…` lets another process, such as an end-to-end test, move the clock, spoil what comes next and look inside, in JSON:
 * `POST clock` (days, hours, minutes, seconds), `POST|GET|DELETE misbehaviour` (`{misbehaviour: {kind, …}, scope: {times, call,
 * runs, event}}`), `POST webhooks/hold`, `POST webhooks/release` (order of ids: those left out are lost), `GET webhooks`,
 * `GET state`. Needs the token. Not a part of Replicate's API, hence outside /v1.
 */
export async function handleControl(request: WireRequest, token: string, controls: Controls): Promise<WireAnswer> {
  try {
    authenticate(request.headers.authorization, token);
    const what = `${request.method} ${request.url.pathname.slice('/control/'.length)}`;
    const result = await carryOut(what, parseJson(request.body), controls);
    return { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(result) };
  } catch (error) {
    return refusalAnswer(error);
  }
}

async function carryOut(what: string, json: unknown, controls: Controls): Promise<object> {
  switch (what) {
    case 'POST clock':
      return { now: (await controls.moveClock(millisecondsOf(parseBody(move, json)))).toISOString() };
    case 'POST misbehaviour': {
      const { misbehaviour, scope } = parseBody(wrong, json);
      controls.misbehave(misbehaviour, scope);
      return { planned: controls.planned() };
    }
    case 'DELETE misbehaviour':
      controls.behave();
      return { planned: controls.planned() };
    case 'GET misbehaviour':
      return { planned: controls.planned() };
    case 'POST webhooks/hold':
      controls.hold();
      return { waiting: controls.waiting() };
    case 'POST webhooks/release':
      await controls.release(parseBody(order, json).order);
      return { waiting: controls.waiting() };
    case 'GET webhooks':
      return { waiting: controls.waiting() };
    case 'GET state':
      return controls.state();
    default:
      throw notFound();
  }
}

function millisecondsOf({ days, hours, minutes, seconds }: z.output<typeof move>): number {
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
}
