import Stripe from 'stripe';
import { ChangeRefused, PaymentProviderUnavailable } from './port.js';

/** @throws PaymentProviderUnavailable where the provider cannot be reached or fails itself; everything else as it comes */
export async function callProvider<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    const away =
      error instanceof Stripe.errors.StripeConnectionError ||
      error instanceof Stripe.errors.StripeAPIError ||
      error instanceof Stripe.errors.StripeRateLimitError;
    throw away ? new PaymentProviderUnavailable({ cause: error }) : error;
  }
}

/** @throws ChangeRefused where the provider does not take the change */
export async function changeAtProvider<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await callProvider(request);
  } catch (error) {
    throw error instanceof Stripe.errors.StripeInvalidRequestError ? new ChangeRefused({ cause: error }) : error;
  }
}

/** @returns null where the provider does not know the thing that was asked for. */
export async function unlessMissing<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') return null;
    throw error;
  }
}

/** Paid between the reading and the expiry: the next reading says so. */
export function unlessSettledMeanwhile(error: unknown): void {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
}
