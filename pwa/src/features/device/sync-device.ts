import { api, type Schemas } from '~/lib/api';
import { dropPortraits, dropRun, keepingOwner, keepRun, keptRuns, sweepRuns, type RunToKeep } from '~/lib/device';

type Run = Schemas['Generation'];

/** Runs that are looked through at most; more than a customer makes in the time portraits are kept. */
const MOST = 500;

/** What of a run is kept. */
export const toKeep = ({ id, expiresAt, portraits }: Run): RunToKeep => ({
  id,
  expiresAt,
  portraits: portraits.map((portrait) => ({
    id: portrait.id,
    downloadUrl: portrait.downloadUrl,
    smallUrls: portrait.previews.map(({ url }) => url),
  })),
});

/** Fetches a link of ours. */
export const fetchFile = (url: string): Promise<Response> => api.download(url);

async function allRuns(): Promise<Run[] | null> {
  const runs: Run[] = [];
  let cursor: string | undefined;
  do {
    const page = await api.listGenerations({ query: { limit: 50, cursor } });
    runs.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor && runs.length < MOST);
  return cursor ? null : runs;
}

/** Removes from the device what is over or was deleted elsewhere, and brings favourites there, also those that were never looked at here. */
export async function syncDevice(userId: string): Promise<void> {
  await sweepRuns(Date.now());
  if ((await keepingOwner()) !== userId) return;
  const kept = await keptRuns(userId);
  const runs = await allRuns();
  if (!runs) return;
  const known = new Map(runs.map((run) => [run.id, run]));
  for (const { id, portraitIds } of kept) {
    const run = known.get(id);
    if (!run) await dropRun(id);
    else await dropPortraits(portraitIds.filter((one) => !run.portraits.some((portrait) => portrait.id === one)));
  }
  for (const run of runs) {
    const favourites = run.portraits.filter(({ favourite }) => favourite);
    if (favourites.length === 0) continue;
    await keepRun(toKeep({ ...run, portraits: favourites }), fetchFile);
  }
}
