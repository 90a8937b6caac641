import { z } from 'zod';
import { WebhookInvalid, type ProviderEvent } from './port.js';

const PROVIDER_ID = /^[\w-]{1,100}$/;
const TYPE = /^[\w.]{1,100}$/;

/** Without an id an event cannot be told from its repetitions. */
const Identified = z.object({ id: z.string().regex(PROVIDER_ID) });
/** A reference as an id, or expanded; whatever else stands there is none. */
const Reference = z
  .union([z.string().regex(PROVIDER_ID), Identified.transform(({ id }) => id)])
  .nullable()
  .catch(null);
const About = z.object({
  object: z.string().nullable().catch(null),
  id: Reference,
  customer: Reference,
  charge: Reference,
});
const NOBODY: z.infer<typeof About> = { object: null, id: null, customer: null, charge: null };
/** Stripe tells times in Unix seconds; these are the ones a `Date` and the database can hold. */
const Seconds = z.int().min(0).max(253_402_300_799);

const Event = Identified.extend({
  type: z.string().regex(TYPE).catch('unknown'),
  created: Seconds.nullable().catch(null),
  data: z.object({ object: About.catch(NOBODY) }).catch({ object: NOBODY }),
});

/**
 * What is taken of a signed event: its id, its type, its time and whom it is about, each within bounds. What has another shape
 * than expected counts as missing, since the state itself is read at the provider.
 * @param now the time of an event that tells none
 * @throws WebhookInvalid for what has no id.
 */
export function viewEvent(event: unknown, now: Date): ProviderEvent {
  const parsed = Event.safeParse(event);
  if (!parsed.success) throw new WebhookInvalid('no event: it has no id');
  const { id, type, created, data } = parsed.data;
  const { object, customer, charge } = data.object;
  return {
    id,
    type,
    customerId: object === 'customer' ? data.object.id : customer,
    chargeId: charge,
    createdAt: created === null ? now : new Date(created * 1000),
  };
}
