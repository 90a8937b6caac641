import type { WebhookEvent } from '../api/parameters.js';
import type { MessageMisbehaviour } from '../misbehaviour/kinds.js';
import type { MisbehaviourPlan } from '../misbehaviour/plan.js';
import { renderRun } from '../objects/render.js';
import type { Clock } from '../state/clock.js';
import { newMessageId } from '../state/ids.js';
import type { Delivery, Run, State } from '../state/store.js';

/** Milliseconds between two messages about output or logs of one run. */
const chatterInterval = 500;

/** Puts a message about a run on its way, unless its filter, the limit for chatter or a planned loss forbids. */
export function announce(
  {
    state,
    clock,
    misbehaviours,
    baseUrl,
  }: { state: State; clock: Clock; misbehaviours: MisbehaviourPlan; baseUrl: string },
  run: Run,
  event: WebhookEvent,
): void {
  if (!run.webhook?.events.includes(event)) return;
  if (event === 'output' || event === 'logs') {
    if (run.lastChatter !== null && clock.now() < run.lastChatter + chatterInterval) return;
    run.lastChatter = clock.now();
  }
  const wrong = misbehaviours.forMessage(run.kind, event);
  if (has(wrong, 'webhook-lost')) return;
  const delivery: Delivery = {
    id: newMessageId(),
    run: run.id,
    event,
    url: run.webhook.url,
    body: JSON.stringify(renderRun(run, baseUrl)),
    attempts: 0,
    notBefore: clock.realNow() + lateness(wrong),
    times: has(wrong, 'webhook-twice') ? 2 : 1,
    sign: has(wrong, 'webhook-forged') ? 'forged' : has(wrong, 'webhook-stale') ? 'stale' : 'right',
    // Only where another message is sure to come.
    steppingBack: has(wrong, 'webhook-reordered') && event !== 'completed' && run.webhook.events.includes('completed'),
  };
  state.deliveries.set(delivery.id, delivery);
}

function has(wrong: readonly MessageMisbehaviour[], kind: MessageMisbehaviour['kind']): boolean {
  return wrong.some((one) => one.kind === kind);
}

function lateness(wrong: readonly MessageMisbehaviour[]): number {
  return Math.max(0, ...wrong.map((one) => (one.kind === 'webhook-late' ? one.milliseconds : 0)));
}
