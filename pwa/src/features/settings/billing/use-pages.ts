import { useState } from 'react';

export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

/** What is loaded of a list so far, and how to load more of it. Where its first page has changed, the list begins with that one again. */
export function usePages<Item>(first: Page<Item>, loadAfter: (cursor: string) => Promise<Page<Item>>) {
  const [page, setPage] = useState(first);
  const now = JSON.stringify(first);
  const [seen, setSeen] = useState(now);
  if (seen !== now) {
    setSeen(now);
    setPage(first);
  }
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  async function loadMore() {
    if (page.nextCursor === null || isPending) return;
    setPending(true);
    setFailure(null);
    try {
      const next = await loadAfter(page.nextCursor);
      setPage({ items: [...page.items, ...next.items], nextCursor: next.nextCursor });
    } catch (error) {
      setFailure(error);
    } finally {
      setPending(false);
    }
  }

  return { items: page.items, hasMore: page.nextCursor !== null, isPending, failure, loadMore };
}
