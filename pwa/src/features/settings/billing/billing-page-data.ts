import { loadBilling } from '~/features/billing';
import { api, settle } from '~/lib/api';

/** What the page «Abrechnung» shows; each part may fail on its own. */
export async function readBillingPage() {
  const [billing, invoices, orders, entries] = await Promise.all([
    loadBilling(),
    settle(api.listInvoices().then(({ items }) => items)),
    settle(api.listOrders({ query: {} })),
    settle(api.listCreditEntries({ query: {} })),
  ]);
  return { billing, invoices, orders, entries };
}

export type BillingPage = Awaited<ReturnType<typeof readBillingPage>>;
