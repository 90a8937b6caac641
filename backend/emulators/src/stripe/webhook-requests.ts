import { createHmac } from 'node:crypto';
import { WebhookSender } from '../webhooks/sender.js';
import type { Delivery } from './state/store.js';
import type { World } from './state/world.js';

/** Sends events to the webhook, signed as Stripe signs them: in no promised order, until it takes them. */
export function eventSender(
  world: World,
  { url, secret, save }: { url: string; secret: string; save: () => Promise<void> },
): WebhookSender<Delivery> {
  return new WebhookSender({
    deliveries: world.state.deliveries,
    lane: ({ event }) => event,
    mostAttempts: Infinity,
    compose: ({ event: id }) => {
      const event = world.state.events.get(id);
      if (!event) return null;
      const body = JSON.stringify(event, null, 2);
      // Of real time, since the receiver compares it with its own clock.
      const at = Math.floor(Date.now() / 1000);
      const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
      return {
        url,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': `t=${at},v1=${signature}`,
          'user-agent': 'Stripe/1.0 (emulator)',
        },
        body,
      };
    },
    save,
  });
}
