import { loadSubscription } from '~/features/billing';
import { api, settle } from '~/lib/api';

/** What the account screen shows. */
export async function loadSettings() {
  const [subscription, entries] = await Promise.all([loadSubscription(), settle(api.listCreditEntries({ query: {} }))]);
  return { subscription, entries };
}
