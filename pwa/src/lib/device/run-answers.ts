import { answerCache } from './names';
import { withLock } from './with-lock';

/** A run as the server answers it, as far as it matters here. */
interface AnsweredRun {
  portraits: readonly { id: string }[];
}

/** What the screen of a run asks for. */
export const answerKey = (runId: string): string => `/api/v1/generations/${runId}`;

/** Answers that have runs in them: one, or a page of them. */
const OF_RUNS = /^\/api\/v1\/generations(?:\/[^/]+)?$/;

/** The run without these portraits; null where none is left, since it goes with the last of them. */
function without(run: AnsweredRun, ids: readonly string[]): AnsweredRun | null {
  const portraits = run.portraits.filter(({ id }) => !ids.includes(id));
  return portraits.length === 0 && run.portraits.length > 0 ? null : { ...run, portraits };
}

/** @returns null where nothing is left to be answered */
function answerWithout(body: AnsweredRun | { items: readonly AnsweredRun[] }, ids: readonly string[]): unknown {
  if (!('items' in body)) return without(body, ids);
  return { ...body, items: body.items.map((run) => without(run, ids)).filter((run) => run !== null) };
}

/** Takes portraits out of the kept answers about runs: their screens are whole without them, and without a network too. */
export async function dropFromAnswers(userId: string, ids: readonly string[]): Promise<void> {
  const name = answerCache(userId);
  if (!(await caches.has(name))) return;
  const cache = await caches.open(name);
  // One after the other: what one has taken out another must not write back.
  await withLock('bildnis.run-answers', async () => {
    const keys = (await cache.keys()).filter(({ url }) => OF_RUNS.test(new URL(url).pathname));
    for (const key of keys) {
      const kept = await cache.match(key);
      const text = await kept?.text();
      if (!kept || text === undefined || !ids.some((id) => text.includes(id))) continue;
      const left = answerWithout(JSON.parse(text) as AnsweredRun, ids);
      if (!left) {
        await cache.delete(key);
        continue;
      }
      const headers = new Headers(kept.headers);
      headers.delete('Content-Length');
      await cache.put(key, new Response(JSON.stringify(left), { status: 200, headers }));
    }
  });
}
