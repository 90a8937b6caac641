import { useState } from 'react';
import { useNext } from '~/lib/pages';
import type { Generation, GenerationPage } from './generations-data';

/** A run that both lists hold stands where the first has it, as the first knows it. */
function joined(newer: readonly Generation[], older: readonly Generation[]): Generation[] {
  const known = new Set(newer.map(({ id }) => id));
  return [...newer, ...older.filter(({ id }) => !known.has(id))];
}

/** What is known and comes behind a page: what belongs into it and is not there has been deleted. */
function behind({ items, nextCursor }: GenerationPage, known: readonly Generation[]): Generation[] {
  const end = items.at(-1)?.createdAt;
  return nextCursor === null || !end ? [] : known.filter(({ createdAt }) => createdAt <= end);
}

/**
 * The runs loaded so far and the way to older ones. The first page is loaded anew whenever a run changes; what was fetched behind it
 * stays, and what a new run pushes out of the first page is not lost.
 */
export function useOlder(first: GenerationPage, loadAfter: (cursor: string) => Promise<GenerationPage>) {
  const [known, setKnown] = useState<GenerationPage | null>(null);
  const items = joined(first.items, behind(first, known?.items ?? []));
  const cursor = first.nextCursor === null || !known ? first.nextCursor : known.nextCursor;
  const next = useNext(cursor, loadAfter, (loaded) =>
    setKnown({ items: joined(items, loaded.items), nextCursor: loaded.nextCursor }),
  );
  return { items, ...next };
}
