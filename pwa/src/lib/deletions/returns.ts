import { api, type Schemas } from '~/lib/api';

type Run = Schemas['Generation'];

/** Whether deleting a run calls it off. */
export const isUnderWay = ({ status }: Run): boolean => status === 'queued' || status === 'processing';

/** What a deletion called off, as it was when it was last looked at. */
export interface CalledOff {
  ids: string[];
  /** Credits that were to come back if nothing more was shown meanwhile. */
  credits: number;
}

export function calledOff(runs: readonly Run[]): CalledOff {
  // A free repeat has cost nothing that could come back.
  const underWay = runs.filter((run) => isUnderWay(run) && !run.repeatOf);
  return {
    ids: underWay.map(({ id }) => id),
    credits: underWay.reduce((sum, run) => sum + run.creditsReturnedOnDeletion, 0),
  };
}

/** The runs under way that a profile would take along. @throws BildnisError */
export async function calledOffWith(profileId: string): Promise<CalledOff> {
  const { items } = await api.listGenerations({ query: { limit: 50 } });
  return calledOff(items.filter((run) => run.profileId === profileId));
}

/** What really came back for these runs, as the ledger says; null where it cannot be read. */
export async function creditsReturned(ids: readonly string[]): Promise<number | null> {
  const page = await api.listCreditEntries({ query: { limit: 50 } }).catch(() => null);
  if (!page) return null;
  const own = page.items.filter(
    ({ reason, generationId }) => reason === 'generation_return' && generationId !== null && ids.includes(generationId),
  );
  return own.reduce((sum, { delta }) => sum + delta, 0);
}
