import { useOnce } from '~/lib/once';

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
  const { isPending, failure, run } = useOnce((error) => error);
  const loadMore = async () => cursor !== null && run(async () => onLoaded(await loadAfter(cursor)));
  return { hasMore: cursor !== null, isPending, failure, loadMore };
}
