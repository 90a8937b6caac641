import type { WireEvent } from '../objects/wire.js';
import type { World } from '../state/world.js';
import { signatureHeader } from './sign.js';

export interface SenderOptions {
  url: string;
  secret: string;
  /** Milliseconds until the next try after `attempts` failures. */
  retryDelay: (attempts: number) => number;
  /** Persists the world; resolves when it is on disk. */
  save: () => Promise<void>;
}

const answerTimeout = 15_000;

/** Half a second, one, two … at most a minute between tries. */
export function defaultRetryDelay(attempts: number): number {
  return Math.min(60_000, 500 * 2 ** Math.min(attempts - 1, 10));
}

/**
 * Brings events to the webhook until it answers 2xx. What is not delivered stays in the world and is tried again after a
 * restart, so the receiver sees each event at least once, and in no promised order.
 */
export class WebhookSender {
  private readonly underWay = new Map<string, Promise<void>>();
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private readonly abort = new AbortController();
  private held = false;

  constructor(
    private readonly world: World,
    private readonly options: SenderOptions,
  ) {}

  /** Starts on everything that waits and is not being tried already. */
  kick(): void {
    if (this.held || this.abort.signal.aborted) return;
    for (const id of this.world.state.deliveries.keys()) {
      if (!this.underWay.has(id) && !this.timers.has(id)) this.start(id);
    }
  }

  /** Stops sending; events pile up until `release`. */
  hold(): void {
    this.held = true;
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
  }

  /**
   * Sends what has piled up one after another in the order `arrange` gives, then goes on as usual. Ids left out are lost for
   * ever, ids given twice are sent twice.
   */
  async release(arrange: (events: WireEvent[]) => WireEvent[] = (events) => events): Promise<void> {
    const waiting = [...this.world.state.deliveries.keys()].flatMap((id) => this.world.state.events.get(id) ?? []);
    const wanted = arrange(waiting);
    const kept = new Set(wanted.map((event) => event.id));
    // Lost ones stay marked as pending, as they do at Stripe: the events list still tells of them.
    for (const event of waiting) if (!kept.has(event.id)) this.world.state.deliveries.delete(event.id);
    for (const event of wanted) {
      if (await this.post(event)) this.markDelivered(event.id);
    }
    await this.options.save();
    this.held = false;
    this.kick();
  }

  /** Sends one event once more, whether or not it was delivered before. Resolves with whether the receiver took it. */
  async resend(id: string): Promise<boolean> {
    const event = this.world.state.events.get(id);
    if (!event) throw new Error(`no event ${id}`);
    return this.post(event);
  }

  /** Resolves when every event was delivered. Never while events are held. */
  async settled(): Promise<void> {
    for (;;) {
      const waiting = this.world.state.deliveries.size;
      if (waiting === 0 && this.underWay.size === 0) return;
      await (this.underWay.size > 0
        ? Promise.allSettled(this.underWay.values())
        : new Promise((resolve) => setTimeout(resolve, 10)));
    }
  }

  /** Ends all tries. What is under way counts as not delivered. */
  async stop(): Promise<void> {
    this.abort.abort();
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
    await Promise.allSettled(this.underWay.values());
  }

  private start(id: string): void {
    const attempt = this.deliver(id).finally(() => this.underWay.delete(id));
    this.underWay.set(id, attempt);
    // A state that cannot be written must not take the process down from here: the next request's write reports it.
    attempt.catch(() => undefined);
  }

  private async deliver(id: string): Promise<void> {
    const event = this.world.state.events.get(id);
    const delivery = this.world.state.deliveries.get(id);
    if (!event || !delivery) {
      this.world.state.deliveries.delete(id);
      return;
    }
    if (await this.post(event)) {
      this.markDelivered(id);
      await this.options.save();
      return;
    }
    if (this.abort.signal.aborted) return;
    delivery.attempts += 1;
    if (this.held) return;
    const timer = setTimeout(() => {
      this.timers.delete(id);
      this.kick();
    }, this.options.retryDelay(delivery.attempts));
    timer.unref();
    this.timers.set(id, timer);
  }

  private markDelivered(id: string): void {
    this.world.state.deliveries.delete(id);
    const event = this.world.state.events.get(id);
    if (event) event.pending_webhooks = 0;
  }

  private async post(event: WireEvent): Promise<boolean> {
    const payload = JSON.stringify(event, null, 2);
    const at = Math.floor(Date.now() / 1000);
    try {
      const answer = await fetch(this.options.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signatureHeader(payload, this.options.secret, at),
          'user-agent': 'Stripe/1.0 (emulator)',
        },
        body: payload,
        redirect: 'manual',
        signal: AbortSignal.any([this.abort.signal, AbortSignal.timeout(answerTimeout)]),
      });
      await answer.body?.cancel();
      return answer.ok;
    } catch {
      return false;
    }
  }
}
