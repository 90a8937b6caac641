import { loadOwnExamples } from '~/features/examples';
import { api, settle } from '~/lib/api';

/** What the page «Daten» shows: what was allowed, said and asked for. */
export async function loadData() {
  const [consents, votes, examples, judgements, exports, receipts] = await Promise.all([
    settle(api.listConsents()),
    settle(api.listVotes().then(({ items }) => items)),
    loadOwnExamples(),
    settle(api.listOwnJudgements().then(({ items }) => items)),
    settle(api.listDataExports().then(({ items }) => items)),
    settle(api.listDeletionReceipts({ query: {} })),
  ]);
  return { consents, votes, examples, judgements, exports, receipts };
}
