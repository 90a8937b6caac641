import type { Caller } from './caller.js';
import { until } from './until.js';
import type { Message } from './webhook-receiver.js';

export const ALL_EVENTS = [
  'profile.ready',
  'profile.failed',
  'generation.completed',
  'generation.failed',
  'credits.low',
  'portraits.expiring',
];

export interface Endpoint {
  id: string;
  url: string;
  events: string[];
  enabled: boolean;
  disabledReason: string | null;
  failingSince: string | null;
  previousSecretUntil: string | null;
}

export interface Delivery {
  id: string;
  event: Message;
  state: 'pending' | 'delivered' | 'failed';
  attempts: { at: string; status: number | null; durationMs: number; error: string | null }[];
  nextAttemptAt: string | null;
  createdAt: string;
}

export async function endpointAt(
  caller: Caller,
  url: string,
  events: readonly string[] = ALL_EVENTS,
): Promise<{ endpoint: Endpoint; secret: string }> {
  const made = await caller.post<{ endpoint: Endpoint; secret: string }>('/webhook-endpoints', { url, events });
  if (made.status !== 201) throw new Error(`making an endpoint answered ${made.status} ${JSON.stringify(made.body)}`);
  return made.body;
}

export const deliveriesOf = async (caller: Caller, endpointId: string): Promise<Delivery[]> =>
  (await caller.get<{ items: Delivery[] }>(`/webhook-endpoints/${endpointId}/deliveries`)).body.items;
export const endpointOf = async (caller: Caller, id: string): Promise<Endpoint> =>
  (await caller.get<Endpoint>(`/webhook-endpoints/${id}`)).body;

/** Waits until a delivery has so many attempts noted. */
export const attempted = (
  caller: Caller,
  endpointId: string,
  attempts: number,
  deliveryId?: string,
): Promise<Delivery> =>
  until(`${attempts} attempts`, async () => {
    const found = (await deliveriesOf(caller, endpointId)).find(
      ({ id }) => deliveryId === undefined || id === deliveryId,
    );
    return found && found.attempts.length >= attempts ? found : null;
  });
