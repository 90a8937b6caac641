import { studioConsents } from './consents';
import type { DataPage } from '~/features/settings/data/data-screen';

/** A page of somebody of whom there is nothing, but for what a test says. */
export const dataPage = (part: Partial<DataPage>): DataPage => ({
  consents: { ok: true, value: { items: [], terms: null, current: studioConsents } },
  votes: { ok: true, value: [] },
  examples: { ok: true, value: { items: [], rewardCredits: 20 } },
  judgements: { ok: true, value: [] },
  exports: { ok: true, value: [] },
  receipts: { ok: true, value: { items: [], nextCursor: null } },
  ...part,
});
