import { ReplicateRefusal } from './refusal.js';

/** How many runs a list shows at once, as at Replicate. */
const pageSize = 100;

/**
 * One page of `newestFirst`. A cursor names the run the page begins after, so that what is created meanwhile moves nothing.
 * @param self the list's own address
 * @throws ReplicateRefusal 400 for a cursor that names nothing
 */
export function page<T extends { id: string }>(newestFirst: T[], self: URL) {
  const cursor = self.searchParams.get('cursor');
  const from = cursor ? newestFirst.findIndex(({ id }) => id === cursor) + 1 : 0;
  if (cursor && from === 0) throw new ReplicateRefusal(400, 'Invalid cursor', 'The cursor is not valid.');
  const results = newestFirst.slice(from, from + pageSize);
  const at = (after: string | undefined): string => {
    const url = new URL(self);
    if (after) url.searchParams.set('cursor', after);
    else url.searchParams.delete('cursor');
    return url.href;
  };
  return {
    next: from + pageSize < newestFirst.length ? at(results.at(-1)?.id) : null,
    previous: from === 0 ? null : at(newestFirst[from - pageSize - 1]?.id),
    results,
  };
}
