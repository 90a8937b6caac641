import Stripe from 'stripe';
import { ChangeRefused, PaymentProviderUnavailable } from './port.js';

const { errors } = Stripe;

/** It cannot be reached, fails itself, or is asked too much: trying later helps. */
const isAway = (error: unknown): boolean =>
  error instanceof errors.StripeConnectionError ||
  error instanceof errors.StripeAPIError ||
  error instanceof errors.StripeRateLimitError;

/** The key is wrong, was revoked, or lacks a right: trying later helps once the operator has mended it. */
const isKeyRefused = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof errors.StripeAuthenticationError || error instanceof errors.StripePermissionError;

/** @throws PaymentProviderUnavailable where the provider cannot be reached, fails itself or refuses our key; everything else, which is a fault of ours, as it comes */
export async function callProvider<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    if (isAway(error)) throw new PaymentProviderUnavailable({ cause: error });
    // Its own message quotes a part of the key, and would be logged.
    if (isKeyRefused(error))
      throw new PaymentProviderUnavailable({ cause: new Error(`Stripe refuses STRIPE_SECRET_KEY (${error.type})`) });
    throw error;
  }
}

/** @throws ChangeRefused where the provider does not take the change */
export async function changeAtProvider<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await callProvider(request);
  } catch (error) {
    throw error instanceof errors.StripeInvalidRequestError ? new ChangeRefused({ cause: error }) : error;
  }
}

/** @returns null where the provider does not know the thing that was asked for. */
export async function unlessMissing<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof errors.StripeInvalidRequestError && error.code === 'resource_missing') return null;
    throw error;
  }
}

/** Paid between the reading and the expiry: the next reading says so. */
export function unlessSettledMeanwhile(error: unknown): void {
  if (!(error instanceof errors.StripeInvalidRequestError)) throw error;
}
