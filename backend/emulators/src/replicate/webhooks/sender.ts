import type { Clock } from '../state/clock.js';
import type { Delivery, State } from '../state/store.js';
import { signatureHeaders } from './sign.js';

export interface SenderOptions {
  /** `whsec_…` */
  secret: string;
  /** Milliseconds until the next try after `attempts` failures. */
  retryDelay: (attempts: number) => number;
  /** Persists the state; resolves when it is on disk. */
  save: () => Promise<void>;
}

const answerTimeout = 15_000;
/** Tries of one message; Replicate promises «a few». */
const mostAttempts = 4;
const otherSecret = `whsec_${Buffer.from('another account altogether').toString('base64')}`;

/** Half a second, one, two between tries. */
export function defaultRetryDelay(attempts: number): number {
  return 500 * 2 ** (attempts - 1);
}

/**
 * Brings messages to their webhooks, those of one run in order, and gives up after a few tries. What has not been delivered
 * stays in the state and is tried again after a restart.
 */
export class WebhookSender {
  private readonly underWay = new Map<string, Promise<void>>();
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private readonly abort = new AbortController();
  private held = false;

  constructor(
    private readonly state: State,
    private readonly clock: Clock,
    private readonly options: SenderOptions,
  ) {}

  /** Starts on everything that may go out now. */
  kick(): void {
    if (this.held || this.abort.signal.aborted) return;
    const busy = new Set([...this.underWay.keys()].flatMap((id) => this.state.deliveries.get(id)?.run ?? []));
    for (const delivery of this.state.deliveries.values()) {
      if (busy.has(delivery.run) || this.timers.has(delivery.id) || delivery.steppingBack) continue;
      const wait = delivery.notBefore - this.clock.realNow();
      if (wait > 0) this.later(delivery.id, wait);
      else {
        busy.add(delivery.run);
        this.start(delivery);
      }
    }
  }

  /** Stops sending; messages pile up until `release`. */
  hold(): void {
    this.held = true;
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
  }

  /** What waits, oldest first. */
  waiting(): Delivery[] {
    return structuredClone([...this.state.deliveries.values()]);
  }

  /** Sends what has piled up one after another in this order, then goes on as usual. Ids left out are lost, ids given twice arrive twice. */
  async release(order: readonly string[] = [...this.state.deliveries.keys()]): Promise<void> {
    const wanted = order.flatMap((id) => this.state.deliveries.get(id) ?? []);
    this.state.deliveries.clear();
    for (const delivery of wanted) {
      // A refused one goes back to the others and is tried again.
      if (!(await this.post(delivery))) this.state.deliveries.set(delivery.id, delivery);
      else this.state.deliveries.delete(delivery.id);
    }
    await this.options.save();
    this.held = false;
    this.kick();
  }

  /** Resolves when nothing waits any more. Never while messages are held. */
  async settled(): Promise<void> {
    while (this.state.deliveries.size > 0 || this.underWay.size > 0) {
      await (this.underWay.size > 0
        ? Promise.allSettled(this.underWay.values())
        : new Promise((resolve) => setTimeout(resolve, 5)));
    }
  }

  /** Ends all tries. What is under way counts as not delivered. */
  async stop(): Promise<void> {
    this.abort.abort();
    this.hold();
    await Promise.allSettled(this.underWay.values());
  }

  private start(delivery: Delivery): void {
    const attempt = this.deliver(delivery).finally(() => {
      this.underWay.delete(delivery.id);
      this.kick();
    });
    this.underWay.set(delivery.id, attempt);
    // A state that cannot be written must not take the process down from here: the next request's write reports it.
    attempt.catch(() => undefined);
  }

  private async deliver(delivery: Delivery): Promise<void> {
    let taken = await this.post(delivery);
    if (delivery.times === 2) taken = (await this.post(delivery)) || taken;
    if (this.abort.signal.aborted) return;
    // Who steps back has let one pass now.
    for (const other of this.state.deliveries.values())
      if (other.run === delivery.run && other !== delivery) other.steppingBack = false;
    delivery.attempts += 1;
    if (taken || delivery.attempts >= mostAttempts || delivery.sign !== 'right')
      this.state.deliveries.delete(delivery.id);
    else delivery.notBefore = this.clock.realNow() + this.options.retryDelay(delivery.attempts);
    await this.options.save();
  }

  private later(id: string, milliseconds: number): void {
    const timer = setTimeout(() => {
      this.timers.delete(id);
      this.kick();
    }, milliseconds);
    timer.unref();
    this.timers.set(id, timer);
  }

  private async post({ id, body, url, sign }: Delivery): Promise<boolean> {
    const at = Math.floor(this.clock.realNow() / 1000) - (sign === 'stale' ? 3600 : 0);
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Replicate/1.0 (emulator)',
          ...signatureHeaders(id, body, sign === 'forged' ? otherSecret : this.options.secret, at),
        },
        body,
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
