import type { StripeEmulator } from '@bildnis/emulators/stripe';
import type { WebhookMode } from './acts.js';

type Event = ReturnType<StripeEmulator['events']>[number];

const ROUND_MS = 15;
const RETRY_MS = 60;
const TRIES = 200;

/**
 * Stands between the payment provider and the product, and gives each customer a network of its own: events arrive promptly,
 * twice at once, late and in reverse order, or never.
 */
export class Postman {
  private readonly modes = new Map<string, WebhookMode>();
  private readonly kept = new Map<string, Event[]>();
  private readonly customerOfCharge = new Map<string, string>();
  private readonly underWay = new Set<Promise<void>>();
  private round: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(private readonly stripe: StripeEmulator) {
    stripe.holdWebhooks();
    this.round = this.goRound();
  }

  /** From now on the events of this customer travel so; what was kept back arrives, the newest first. */
  async setMode(customer: string, mode: WebhookMode): Promise<void> {
    this.modes.set(customer, mode);
    const late = this.kept.get(customer) ?? [];
    this.kept.delete(customer);
    if (mode !== 'lost') for (const event of late.toReversed()) await this.bring(event);
  }

  /** Resolves when everything that is to arrive has arrived. */
  async settle(): Promise<void> {
    for (const customer of this.kept.keys()) await this.setMode(customer, 'prompt');
    await this.collect();
    while (this.underWay.size > 0) await Promise.all(this.underWay);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.round;
    await Promise.all(this.underWay);
  }

  private async goRound(): Promise<void> {
    while (!this.stopped) {
      await this.collect();
      await new Promise((resolve) => setTimeout(resolve, ROUND_MS));
    }
  }

  private async collect(): Promise<void> {
    let taken: Event[] = [];
    const released = this.stripe.releaseWebhooks((events) => {
      taken = events;
      return [];
    });
    await released;
    this.stripe.holdWebhooks();
    for (const event of taken) this.sort(event);
  }

  private sort(event: Event): void {
    const customer = this.customerOf(event);
    const mode = this.modes.get(customer) ?? 'prompt';
    if (mode === 'lost') return;
    if (mode === 'late') {
      this.kept.set(customer, [...(this.kept.get(customer) ?? []), event]);
      return;
    }
    this.start(event);
    if (mode === 'twice') this.start(event);
  }

  private start(event: Event): void {
    const journey = this.bring(event).finally(() => this.underWay.delete(journey));
    this.underWay.add(journey);
  }

  /** Again until it is taken, as the provider does. */
  private async bring(event: Event): Promise<void> {
    for (let tries = 0; tries < TRIES && !this.stopped; tries += 1) {
      // The provider forgets what is older than 30 days; such an event is lost for good.
      const taken = await this.stripe.resendEvent(event.id).catch(() => true);
      if (taken) return;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
    if (!this.stopped) throw new Error(`the product never took ${event.type}`);
  }

  private customerOf(event: Event): string {
    const { object, id, customer, charge } = event.data.object as {
      object?: string;
      id?: string;
      customer?: string | null;
      charge?: string | null;
    };
    if (object === 'charge' && id && customer) this.customerOfCharge.set(id, customer);
    if (object === 'customer') return id ?? '';
    return customer ?? this.customerOfCharge.get(charge ?? '') ?? '';
  }
}
