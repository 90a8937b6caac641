export { startStripeStandIn } from './start-stripe-stand-in.js';
export type { ObservedExchange, StripeStandIn, StripeStandInOptions } from './start-stripe-stand-in.js';
export type { WireEvent } from './objects/wire.js';
