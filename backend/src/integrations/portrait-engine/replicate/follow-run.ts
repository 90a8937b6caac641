import { setTimeout as wait } from 'node:timers/promises';
import type { ReplicateClient } from './client.js';
import { ReplicateRefused, ReplicateUnavailable } from './errors.js';
import { RunUnwanted, type RemoteRun, type RemoteRunBook, type RunNews } from './needs.js';
import { hasEnded, type Run } from './runs.js';

export interface FollowTools {
  client: ReplicateClient;
  book: RemoteRunBook;
  news: RunNews;
  usdPerSecond: number;
  /** First and longest pause between two looks, milliseconds; messages shorten them. */
  pollMs: number;
  /** How long beginning a run is tried while the provider is away, milliseconds. */
  patienceMs: number;
  longestPollMs: number;
}

export interface Following<R extends Run> {
  run: RemoteRun;
  begin(): Promise<R>;
  read(id: string): Promise<R>;
  /** From its beginning on; then it is called off. */
  deadlineMs: number;
  /** Each time something new is known. */
  onNews(now: R): void;
  signal?: AbortSignal;
}

const PLURAL = { training: 'trainings', prediction: 'predictions' } as const;

/**
 * Begins a run unless it has begun, and stays with it until it has ended. Messages only make it look sooner: what counts is
 * what the provider answers when asked. Stopped by the signal it leaves the run alone, for whoever takes over.
 * @returns how it ended; null when it will not end any more
 * @throws RunUnwanted when it was called off by us
 */
export async function followRun<R extends Run>(tools: FollowTools, { run, begin, read, deadlineMs, onNews, signal }: Following<R>): Promise<R | null> {
  const { client, book, news } = tools;
  const look = async (id: string): Promise<R | 'gone' | 'unknown'> => {
    try {
      return await read(id);
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof ReplicateUnavailable) return 'unknown';
      if (error instanceof ReplicateRefused && error.status === 404) return 'gone';
      throw error;
    }
  };
  let now = run.providerId ? await look(run.providerId) : await beginPatiently(tools, run, begin, signal);
  const id = run.providerId ?? (now as R).id;
  if (!run.providerId) {
    const { isForgotten } = await book.amend(run, { providerId: id, status: (now as R).status });
    if (isForgotten) {
      await client.cancel(PLURAL[run.kind], id);
      throw new RunUnwanted();
    }
  }
  let begunAt = run.createdAt;
  for (let pause = tools.pollMs; ; pause = Math.min(tools.longestPollMs, pause * 1.5)) {
    if (now === 'gone') {
      await book.amend(run, { status: 'gone' });
      return null;
    }
    if (now !== 'unknown') {
      begunAt = now.createdAt;
      onNews(now);
      if (hasEnded(now)) {
        const seconds = now.seconds ?? 0;
        const { isForgotten } = await book.amend(run, { status: now.status, seconds, usdMicros: Math.round(seconds * tools.usdPerSecond * 1e6) });
        if (isForgotten) throw new RunUnwanted();
        return now;
      }
    }
    if (book.msSince(begunAt) > deadlineMs) {
      await client.cancel(PLURAL[run.kind], id);
      await book.amend(run, { status: 'overdue' });
      return null;
    }
    await news.next(id, pause, signal);
    now = await look(id);
  }
}

/** A provider that is away comes back: asking again finds what has begun all the same. @throws ReplicateUnavailable at the end of patience */
async function beginPatiently<R extends Run>(tools: FollowTools, run: RemoteRun, begin: () => Promise<R>, signal: AbortSignal | undefined): Promise<R> {
  for (let pause = tools.pollMs; ; pause = Math.min(tools.longestPollMs, pause * 2)) {
    try {
      return await begin();
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof ReplicateUnavailable) || tools.book.msSince(run.createdAt) + pause > tools.patienceMs) throw error;
      await wait(pause, undefined, signal ? { signal } : {});
    }
  }
}
