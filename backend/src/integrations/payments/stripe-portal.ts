import type Stripe from 'stripe';

/** What the portal lets customers do: as much as our own pages leave to it. Plans are changed and ended with us, where notice periods and credits are said. */
const FEATURES = {
  customer_update: { enabled: false },
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true },
  subscription_cancel: { enabled: false },
  subscription_update: { enabled: false },
} as const satisfies Stripe.BillingPortal.ConfigurationCreateParams.Features;

/** Another one for other features: a configuration is never changed, so that older processes go on with theirs. */
const NAME = 'bildnis-1';

/** @returns the id of the portal's configuration; null where it is missing */
export async function findPortal(stripe: Stripe): Promise<string | null> {
  const configurations = await stripe.billingPortal.configurations
    .list({ active: true, limit: 100 })
    .autoPagingToArray({ limit: 1000 });
  return configurations.find(({ metadata }) => metadata?.['bildnis'] === NAME)?.id ?? null;
}

/** @returns the id of the portal's configuration, made where it is missing: an account has none until somebody saves its settings by hand */
export async function ensurePortal(stripe: Stripe): Promise<string> {
  const existing = await findPortal(stripe);
  if (existing) return existing;
  // Without a key of ours: one that was made and switched off within a day would come back as it was. Two of them do no harm.
  const made = await stripe.billingPortal.configurations.create({
    features: FEATURES,
    name: 'Bildnis',
    metadata: { bildnis: NAME },
  });
  return made.id;
}
