import { createHmac } from 'node:crypto';
import type { StripeEmulator } from '@bildnis/emulators/stripe';
import type { Product } from '../support/product.js';
import type { Forgery } from './acts.js';

const RETRIES = 60;
const RETRY_MS = 40;
/** Older than a signature may be, seconds. */
const OLD = 301;

/** Somebody who posts webhooks as if they came from the payment provider. */
export class Forger {
  constructor(private readonly product: Product) {}

  /** @returns what the product answered: an HTTP status below 500 */
  async deliver(event: ReturnType<StripeEmulator['events']>[number], forgery: Forgery): Promise<number> {
    const body = JSON.stringify(event);
    const now = Math.floor(Date.now() / 1000);
    switch (forgery) {
      case 'replayed':
        return Math.max(...(await Promise.all([1, 2].map(() => this.post(body, this.sign(body, now))))));
      case 'invented':
        return this.post(body.replace(event.id, `${event.id}x`), this.sign(body, now, 'whsec_invented'));
      case 'changed':
        return this.post(
          body.replace(event.type, 'invoice.paid').replace(event.id, `${event.id}x`),
          this.sign(body, now),
        );
      case 'old':
        return this.post(body, this.sign(body, now - OLD));
      case 'unsigned':
        return this.post(body);
    }
  }

  private sign(body: string, at: number, secret = this.product.config.stripe.webhookSecret): string {
    return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
  }

  private async post(body: string, signature?: string): Promise<number> {
    let status = 0;
    for (let tries = 0; tries < RETRIES; tries += 1) {
      const headers = {
        'content-type': 'application/json',
        ...(signature === undefined ? {} : { 'stripe-signature': signature }),
      };
      const answer = await fetch(`${this.product.origin}/api/v1/webhooks/stripe`, { method: 'POST', body, headers });
      await answer.body?.cancel();
      status = answer.status;
      if (status < 500) break;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
    return status;
  }
}
