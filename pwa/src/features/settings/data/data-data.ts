import { loadOwnExamples } from '~/features/examples';
import { api, settle } from '~/lib/api';

/** What the page «Daten» shows: what was allowed, and what was asked for. */
export async function loadData() {
  const [consents, examples, exports, receipts] = await Promise.all([
    settle(api.listConsents()),
    loadOwnExamples(),
    settle(api.listDataExports().then(({ items }) => items)),
    settle(api.listDeletionReceipts({ query: {} })),
  ]);
  return { consents, examples, exports, receipts };
}
