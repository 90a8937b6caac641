import { z } from 'zod';
import type { WireAnswer, WireRequest } from '../../pages/byte-server.js';
import { misbehaviour, scope } from '../misbehaviour/kinds.js';
import type { MisbehaviourPlan } from '../misbehaviour/plan.js';
import { authenticate, parseJson, refusalAnswer } from './handle-call.js';
import { parseBody } from './parameters.js';
import { notFound } from './refusal.js';

const wrong = z.strictObject({ misbehaviour, scope: scope.optional() });

/**
 * `POST /control/misbehaviour` (`{misbehaviour: {kind, …}, scope: {times, call, runs, event}}`) and `GET /control/state` let an
 * end-to-end test spoil what comes next and look inside. Needs the token. Not a part of Replicate's API, hence outside /v1.
 */
export function handleControl(
  request: WireRequest,
  token: string,
  { misbehaviours, state }: { misbehaviours: MisbehaviourPlan; state: object },
): WireAnswer {
  try {
    authenticate(request.headers.authorization, token);
    const answer = (result: object): WireAnswer => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(result),
    });
    switch (`${request.method} ${request.url.pathname}`) {
      case 'POST /control/misbehaviour': {
        const planned = parseBody(wrong, parseJson(request.body));
        misbehaviours.add(planned.misbehaviour, planned.scope);
        return answer({});
      }
      case 'GET /control/state':
        return answer(state);
      default:
        throw notFound();
    }
  } catch (error) {
    return refusalAnswer(error);
  }
}
