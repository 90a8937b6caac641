export { startStripeEmulator } from './start-stripe-emulator.js';
export type { ObservedExchange, StripeEmulator, StripeEmulatorOptions } from './start-stripe-emulator.js';
export type { WireEvent } from './objects/wire.js';
