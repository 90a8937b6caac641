import type Stripe from 'stripe';
import { WebhookInvalid, type ProviderEvent } from './port.js';
import { viewEvent } from './stripe-event.js';
import { unixSeconds } from './stripe-views.js';

const SIGNATURE_TOLERANCE_SECONDS = 300;

/** @throws WebhookInvalid for an event that is not signed with `secret`, or not within five minutes of now */
export function readSignedEvent(
  stripe: Stripe,
  secret: string,
  rawBody: Buffer,
  signature: string | undefined,
): ProviderEvent {
  const now = new Date();
  let event: unknown;
  try {
    event = stripe.webhooks.constructEvent(rawBody, signature ?? '', secret, SIGNATURE_TOLERANCE_SECONDS);
  } catch (error) {
    throw new WebhookInvalid(error instanceof Error ? error.message : 'invalid');
  }
  // The library refuses old signatures only.
  if (!(signedAt(signature ?? '') <= unixSeconds(now) + SIGNATURE_TOLERANCE_SECONDS))
    throw new WebhookInvalid('the signature is ahead of its time');
  return viewEvent(event, now);
}

/** The time that a `stripe-signature` header names, read as the library reads it; NaN when there is none. */
function signedAt(signature: string): number {
  const named = signature.split(',').findLast((part) => part.startsWith('t='));
  return Number.parseInt(named?.slice(2) ?? '', 10);
}
