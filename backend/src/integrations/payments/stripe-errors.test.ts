import Stripe from 'stripe';
import { expect, it } from 'vitest';
import { ChangeRefused, PaymentProviderUnavailable } from './port.js';
import { callProvider, changeAtProvider } from './stripe-errors.js';

const { errors } = Stripe;
const raw = { message: 'Invalid API Key provided: sk_live_********1234', type: 'api_error' as never };

const thrownBy = (call: typeof callProvider, error: Error): Promise<Error> =>
  call(() => Promise.reject(error)).then(
    () => Promise.reject(new Error('no error')),
    (thrown: unknown) => thrown as Error,
  );

it.each([
  ['no connection', new errors.StripeConnectionError(raw)],
  ['a failure of its own', new errors.StripeAPIError(raw)],
  ['too many calls', new errors.StripeRateLimitError(raw)],
])('%s: the provider is unavailable', async (_what, error) => {
  for (const call of [callProvider, changeAtProvider]) {
    const thrown = await thrownBy(call, error);
    expect(thrown).toBeInstanceOf(PaymentProviderUnavailable);
    expect(thrown.cause).toBe(error);
  }
});

it.each([
  ['a refused key', new errors.StripeAuthenticationError(raw)],
  ['a key without the right', new errors.StripePermissionError(raw)],
])('%s: so it is, and nothing of the key is kept', async (_what, error) => {
  for (const call of [callProvider, changeAtProvider]) {
    const thrown = await thrownBy(call, error);
    expect(thrown).toBeInstanceOf(PaymentProviderUnavailable);
    expect((thrown.cause as Error).message).toMatch(/^Stripe refuses STRIPE_SECRET_KEY \(Stripe\w+Error\)$/);
    expect((thrown.cause as Error).cause).toBeUndefined();
  }
});

it.each([
  ['a wrong request', new errors.StripeInvalidRequestError(raw), ChangeRefused],
  ['a key of ours used for something else', new errors.StripeIdempotencyError(raw), errors.StripeIdempotencyError],
  ['a card that is declined', new errors.StripeCardError(raw), errors.StripeCardError],
])('%s is no outage', async (_what, error, ofAChange) => {
  expect(await thrownBy(callProvider, error)).toBe(error);
  expect(await thrownBy(changeAtProvider, error)).toBeInstanceOf(ofAChange);
});
