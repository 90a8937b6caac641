/** A message on its way; gone once a 2xx came back or all tries were made. */
export interface Message {
  attempts: number;
  /** Real time in milliseconds before which it is not sent. */
  notBefore?: number;
}

export interface SenderOptions<M extends Message> {
  /** What waits, by id, oldest first: a part of the state, so that it outlives a restart. */
  deliveries: Map<string, M>;
  /** Messages of one lane go out one at a time. */
  lane(message: M, id: string): string;
  /** How often one try sends it; once unless given. */
  copies?(message: M): number;
  /** After so many failed tries a message is given up. */
  mostAttempts: number;
  /** The signed request that carries a message; null where there is nothing to tell any more. */
  compose(message: M): { url: string; headers: Record<string, string>; body: string } | null;
  /** Persists the state; resolves when it is on disk. */
  save: () => Promise<void>;
}

const answerTimeout = 15_000;

/** Half a second, one, two … at most a minute between tries. */
const retryDelay = (attempts: number): number => Math.min(60_000, 500 * 2 ** Math.min(attempts - 1, 10));

/**
 * Brings messages to their webhooks. What is not delivered stays in the state and is tried again after a restart, so the
 * receiver sees each at least once.
 */
export class WebhookSender<M extends Message> {
  private readonly underWay = new Map<string, Promise<void>>();
  private readonly timers = new Map<string, NodeJS.Timeout>();
  private readonly abort = new AbortController();
  private held = false;

  constructor(private readonly options: SenderOptions<M>) {}

  /** Starts on everything that may go out now. */
  kick(): void {
    if (this.held || this.abort.signal.aborted) return;
    for (const [id, message] of this.options.deliveries) {
      const lane = this.options.lane(message, id);
      if (this.underWay.has(lane) || this.timers.has(id)) continue;
      const wait = (message.notBefore ?? 0) - Date.now();
      if (wait > 0) this.later(id, wait);
      else this.start(lane, id, message);
    }
  }

  /** Stops sending; messages pile up until `release`. */
  hold(): void {
    this.held = true;
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
  }

  /** Sends what has piled up one after another in this order, then goes on as usual. Ids left out are lost, ids given twice arrive twice. */
  async release(order: readonly string[] = [...this.options.deliveries.keys()]): Promise<void> {
    const { deliveries } = this.options;
    const wanted = order.flatMap((id) => {
      const message = deliveries.get(id);
      return message ? [[id, message] as const] : [];
    });
    for (const id of deliveries.keys()) if (!order.includes(id)) deliveries.delete(id);
    for (const [id, message] of wanted) {
      // A refused one goes back to the others and is tried again.
      if (await this.send(message)) deliveries.delete(id);
      else deliveries.set(id, message);
    }
    await this.options.save();
    this.held = false;
    this.kick();
  }

  /** Resolves when nothing waits any more. Never while messages are held. */
  async settled(): Promise<void> {
    while (this.options.deliveries.size > 0 || this.underWay.size > 0) {
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

  /** Sends a message now, whether or not it was delivered before. Resolves with whether the receiver took it. */
  async send(message: M): Promise<boolean> {
    const request = this.options.compose(message);
    if (!request) return true;
    try {
      const answer = await fetch(request.url, {
        method: 'POST',
        headers: request.headers,
        body: request.body,
        redirect: 'manual',
        signal: AbortSignal.any([this.abort.signal, AbortSignal.timeout(answerTimeout)]),
      });
      await answer.body?.cancel();
      return answer.ok;
    } catch {
      return false;
    }
  }

  private start(lane: string, id: string, message: M): void {
    const attempt = this.deliver(id, message).finally(() => {
      this.underWay.delete(lane);
      this.kick();
    });
    this.underWay.set(lane, attempt);
    // A state that cannot be written must not take the process down from here: the next request's write reports it.
    attempt.catch(() => undefined);
  }

  private async deliver(id: string, message: M): Promise<void> {
    let taken = false;
    for (let copy = this.options.copies?.(message) ?? 1; copy > 0; copy--) taken = (await this.send(message)) || taken;
    if (this.abort.signal.aborted) return;
    message.attempts += 1;
    if (taken || message.attempts >= this.options.mostAttempts) this.options.deliveries.delete(id);
    else message.notBefore = Date.now() + retryDelay(message.attempts);
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
}
