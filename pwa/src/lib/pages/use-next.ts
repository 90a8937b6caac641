import { useRef, useState } from 'react';

/** A part of a list, and where it goes on. */
export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

/** The way from what is loaded of a list to its next part: asked for once at a time, and again where that failed. */
export function useNext<Next>(
  cursor: string | null,
  loadAfter: (cursor: string) => Promise<Next>,
  onLoaded: (next: Next) => void,
) {
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const isLoading = useRef(false);

  async function loadMore() {
    if (cursor === null || isLoading.current) return;
    isLoading.current = true;
    setPending(true);
    setFailure(null);
    try {
      onLoaded(await loadAfter(cursor));
    } catch (error) {
      setFailure(error);
    } finally {
      isLoading.current = false;
      setPending(false);
    }
  }

  return { hasMore: cursor !== null, isPending, failure, loadMore };
}
