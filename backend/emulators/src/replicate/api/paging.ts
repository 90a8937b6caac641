import { ReplicateRefusal } from './refusal.js';

interface Page<T> {
  next: string | null;
  previous: string | null;
  results: T[];
}

/**
 * One page of `newestFirst`. A cursor names the run the page begins after, so that what is created meanwhile moves nothing.
 * @param self the list's own address, with the filters of this request
 * @throws ReplicateRefusal 400 for a cursor that names nothing
 */
export function page<T extends { id: string }>(newestFirst: T[], self: URL, size: number): Page<T> {
  const cursor = self.searchParams.get('cursor');
  const from = cursor ? positionAfter(newestFirst, decode(cursor)) : 0;
  const results = newestFirst.slice(from, from + size);
  const last = results.at(-1);
  const at = (after: string | null): string => {
    const url = new URL(self);
    url.searchParams.delete('cursor');
    if (after !== null) url.searchParams.set('cursor', Buffer.from(after).toString('base64url'));
    return url.href;
  };
  return {
    next: last && from + size < newestFirst.length ? at(last.id) : null,
    previous: from === 0 ? null : at(newestFirst[from - size - 1]?.id ?? null),
    results,
  };
}

function decode(cursor: string): string {
  return Buffer.from(cursor, 'base64url').toString('utf8');
}

function positionAfter(items: { id: string }[], id: string): number {
  const at = items.findIndex((one) => one.id === id);
  if (at < 0) throw new ReplicateRefusal(400, 'Invalid cursor', 'The cursor is not valid.');
  return at + 1;
}
