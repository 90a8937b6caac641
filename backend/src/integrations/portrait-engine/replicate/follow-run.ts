import { setTimeout as wait } from 'node:timers/promises';
import type { Model, ReplicateClient } from './client.js';
import { endOf } from './cost.js';
import { ReplicateRefused, ReplicateUnavailable } from './errors.js';
import { RunUnwanted, type RemoteRun, type RemoteRunBook, type RunNews } from './needs.js';
import { removeRun } from './remove-run.js';
import { hasEnded, type Run } from './runs.js';

export interface FollowTools {
  client: ReplicateClient;
  /** Our model. */
  model: Model;
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
 * what the provider answers when asked. Stopped by the signal it leaves the run alone, for the worker that takes over.
 * @returns how it ended; null when it will not end any more
 * @throws RunUnwanted when it was called off by us
 */
export async function followRun<R extends Run>(
  tools: FollowTools,
  { run, begin, read, deadlineMs, onNews, signal }: Following<R>,
): Promise<R | null> {
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
  let id = run.providerId ?? (now as R).id;
  if (!run.providerId) {
    const known = await book.amend(run, { providerId: id, status: (now as R).status });
    // Called off meanwhile, or begun by another attempt as well: nobody would remember this one.
    if (known.isForgotten || known.providerId !== id) await removeRun(tools, run.kind, id);
    if (known.isForgotten) throw new RunUnwanted();
    if (known.providerId !== id) now = await look((id = known.providerId!));
  }
  let begunAt: Date | null = null;
  for (let pause = tools.pollMs; ; pause = Math.min(tools.longestPollMs, pause * 1.5)) {
    if (now === 'gone') {
      await book.amend(run, { status: 'gone' });
      return null;
    }
    if (now !== 'unknown') {
      begunAt ??= beginningOf(book, run, now);
      onNews(now);
      if (hasEnded(now)) {
        const { isForgotten } = await book.amend(run, endOf(now, tools.usdPerSecond));
        if (isForgotten) throw new RunUnwanted();
        return now;
      }
    }
    if (book.msSince(begunAt ?? run.createdAt) > deadlineMs) {
      await client.cancel(PLURAL[run.kind], id);
      const last = await look(id);
      await book.amend(run, {
        ...(typeof last === 'string' ? {} : endOf(last, tools.usdPerSecond)),
        status: 'overdue',
      });
      return null;
    }
    await news.next(id, pause, signal);
    now = await look(id);
  }
}

/** By the provider's clock, as far as ours allows it: not before the run was noted, and not in the future. */
function beginningOf(book: RemoteRunBook, run: RemoteRun, { createdAt }: Run): Date {
  const now = run.createdAt.getTime() + book.msSince(run.createdAt);
  return new Date(Math.min(now, Math.max(run.createdAt.getTime(), createdAt.getTime())));
}

/** A provider that is away comes back: asking again finds what has begun all the same. @throws ReplicateUnavailable at the end of patience */
async function beginPatiently<R extends Run>(
  tools: FollowTools,
  run: RemoteRun,
  begin: () => Promise<R>,
  signal: AbortSignal | undefined,
): Promise<R> {
  for (let pause = tools.pollMs; ; pause = Math.min(tools.longestPollMs, pause * 2)) {
    try {
      return await begin();
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof ReplicateUnavailable) || tools.book.msSince(run.createdAt) + pause > tools.patienceMs)
        throw error;
      await wait(pause, undefined, signal ? { signal } : {});
    }
  }
}
