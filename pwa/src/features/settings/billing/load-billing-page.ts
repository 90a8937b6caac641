import type { BillingPage } from './billing-page-data';

/** Loads what the page «Abrechnung» shows; how comes with it, since every start brings what routes load with. */
export const loadBillingPage = async (): Promise<BillingPage> =>
  (await import('./billing-page-data')).readBillingPage();
