import { useState } from 'react';
import { useNext, type Page } from './use-next';

/** What is loaded of a list so far, and how to load more of it. Where its first page has changed, the list begins with that one again. */
export function usePages<Item>(first: Page<Item>, loadAfter: (cursor: string) => Promise<Page<Item>>) {
  const [page, setPage] = useState(first);
  const now = JSON.stringify(first);
  const [seen, setSeen] = useState(now);
  if (seen !== now) {
    setSeen(now);
    setPage(first);
  }
  const next = useNext(page.nextCursor, loadAfter, (loaded) =>
    setPage({ items: [...page.items, ...loaded.items], nextCursor: loaded.nextCursor }),
  );
  return { items: page.items, ...next };
}
