import type { WireEvent } from '../objects/wire.js';
import { newId } from './ids.js';
import type { State } from './store.js';

/** The API version every event is rendered in and every request must speak. */
export const apiVersion = '2026-10-28.endive';

/** The request being answered, which events name as their cause. */
export interface RequestCause {
  id: string;
  idempotency_key: string | null;
}

/**
 * What every part of the emulator works on: the objects, the clock and the events. Work on it is synchronous,
 * so no two requests ever see each other half done.
 */
export class World {
  /** The request being answered; null while the clock does the work. */
  cause: RequestCause | null = null;
  private moment: number | null = null;

  /**
   * @param publicUrl how a browser reaches the hosted pages, without a slash at the end
   * @param enabledEvents types of the events that go to the webhook; all unless given
   */
  constructor(
    readonly state: State,
    readonly publicUrl: () => string,
    private readonly enabledEvents?: readonly string[],
  ) {}

  /** The emulator's time in whole Unix seconds: the real clock, moved by the tests, or the moment being caught up with. */
  now(): number {
    return this.moment ?? Math.floor((Date.now() + this.state.clock.ahead) / 1000);
  }

  /** Does `work` as of `moment` (Unix seconds), so that what was due earlier bears its own date. */
  asOf(moment: number, work: () => void): void {
    const before = this.moment;
    this.moment = moment;
    try {
      work();
    } finally {
      this.moment = before;
    }
  }

  /** Records an event with a copy of the object, and puts it on its way to the webhook where that wants to hear of it. */
  emit(type: WireEvent['type'], object: object, previous?: Record<string, unknown>): WireEvent {
    const isSent = this.enabledEvents?.includes(type) ?? true;
    const event: WireEvent = {
      id: newId('events'),
      object: 'event',
      api_version: apiVersion,
      created: this.now(),
      data: {
        object: structuredClone(object) as Record<string, unknown>,
        ...(previous && { previous_attributes: structuredClone(previous) }),
      },
      livemode: false,
      pending_webhooks: isSent ? 1 : 0,
      request: this.cause ? { ...this.cause } : { id: null, idempotency_key: null },
      type,
    };
    this.state.events.set(event.id, event);
    if (isSent) this.state.deliveries.set(event.id, { event: event.id, attempts: 0 });
    return event;
  }
}
