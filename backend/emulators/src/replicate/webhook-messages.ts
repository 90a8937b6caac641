import { createHmac } from 'node:crypto';
import { WebhookSender } from '../webhooks/sender.js';
import type { WebhookEvent } from './api/parameters.js';
import type { MisbehaviourPlan } from './misbehaviour/plan.js';
import { renderRun } from './objects/render.js';
import type { Clock } from './state/clock.js';
import { newMessageId } from './state/ids.js';
import type { Delivery, Run, State } from './state/store.js';

/** Milliseconds between two messages about output or logs of one run. */
const chatterInterval = 500;

export interface Announcing {
  state: State;
  clock: Clock;
  misbehaviours: MisbehaviourPlan;
  baseUrl: () => string;
}

/** Puts a message about a run on its way, unless its filter, the limit for chatter or a planned loss forbids. */
export function announce({ state, clock, misbehaviours, baseUrl }: Announcing, run: Run, event: WebhookEvent): void {
  if (!run.webhook?.events.includes(event)) return;
  if (event === 'output' || event === 'logs') {
    if (run.lastChatter !== null && clock.now() < run.lastChatter + chatterInterval) return;
    run.lastChatter = clock.now();
  }
  const wrong = misbehaviours.forMessage(run.kind, event);
  if (wrong.some(({ kind }) => kind === 'webhook-lost')) return;
  const delivery: Delivery = {
    id: newMessageId(),
    run: run.id,
    url: run.webhook.url,
    body: JSON.stringify(renderRun(run, baseUrl())),
    attempts: 0,
    notBefore: Date.now() + Math.max(0, ...wrong.map((one) => (one.kind === 'webhook-late' ? one.milliseconds : 0))),
    times: wrong.some(({ kind }) => kind === 'webhook-twice') ? 2 : 1,
  };
  state.deliveries.set(delivery.id, delivery);
}

/** Tries of one message; Replicate promises «a few». */
const mostAttempts = 4;

/** Sends messages to their webhooks, those of one run in order, signed with `whsec_` and a base64 key behind it. */
export function messageSender(state: State, secret: string, save: () => Promise<void>): WebhookSender<Delivery> {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return new WebhookSender({
    deliveries: state.deliveries,
    lane: ({ run }) => run,
    copies: ({ times }) => times,
    mostAttempts,
    compose: ({ id, body, url }) => {
      // Of real time, since the receiver compares it with its own clock.
      const at = Math.floor(Date.now() / 1000);
      const signature = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64');
      return {
        url,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Replicate/1.0 (emulator)',
          'webhook-id': id,
          'webhook-timestamp': String(at),
          'webhook-signature': `v1,${signature}`,
        },
        body,
      };
    },
    save,
  });
}
