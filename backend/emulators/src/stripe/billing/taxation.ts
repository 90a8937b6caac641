import { buildTaxRate } from '../objects/tax-rate.js';
import type { WireCustomer, WireSubscription, WireTaxRate } from '../objects/wire.js';
import { newId } from '../state/ids.js';
import type { World } from '../state/world.js';

/** VAT of some countries, in percent, for the emulator's own reckoning; everywhere else there is none. */
const VAT: Record<string, number> = { CH: 8.1, LI: 8.1, DE: 19, AT: 20, FR: 20, IT: 22 };

/** What is due where a customer lives, by the emulator's own list. */
export function automaticRates(world: World, customer: WireCustomer | undefined): WireTaxRate[] {
  const country = customer?.address?.country ?? null;
  const percentage = country ? VAT[country] : undefined;
  if (!country || percentage === undefined) return [];
  const known = [...world.state.taxRates.values()].find(({ metadata }) => metadata?.['automatic'] === country);
  if (known) return [known];
  const rate = buildTaxRate({
    id: newId('taxRates'),
    country,
    created: world.now(),
    display_name: 'MWST',
    inclusive: true,
    metadata: { automatic: country },
    percentage,
  });
  world.state.taxRates.set(rate.id, rate);
  return [rate];
}

/** What the next invoice of a subscription is taxed by. */
export const ratesOf = (world: World, subscription: WireSubscription): WireTaxRate[] =>
  subscription.automatic_tax.enabled
    ? automaticRates(world, world.state.customers.get(subscription.customer))
    : (subscription.default_tax_rates ?? []);
