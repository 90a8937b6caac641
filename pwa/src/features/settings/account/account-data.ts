import { loadSubscription } from '~/features/billing';
import { api, settle } from '~/lib/api';

/** What the page «Konto» shows beside who is signed in. */
export async function loadAccount() {
  const [subscription, entries] = await Promise.all([loadSubscription(), settle(api.listCreditEntries({ query: {} }))]);
  return { subscription, entries };
}
