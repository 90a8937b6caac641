/** The one set of facts: prices, counts, durations, retention, as the backend states them. */
export { facts } from '@bildnis/sdk/facts';
