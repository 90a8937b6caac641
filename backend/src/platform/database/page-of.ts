import type { EntityManager, EntityName, FilterQuery, QueryOrderMap } from '@mikro-orm/postgresql';
import { decodeCursor, encodeCursor, type PageQuery } from './pagination.js';

interface Dated {
  id: string;
  createdAt: Date;
}

/** One page of a table, newest first; what waits for somebody, oldest first. */
export async function pageOf<T extends Dated>(
  em: EntityManager,
  entity: EntityName<T>,
  where: FilterQuery<T>,
  { limit, cursor }: PageQuery,
  order: 'asc' | 'desc' = 'desc',
): Promise<{ items: T[]; nextCursor: string | null }> {
  const after = decodeCursor(cursor);
  const beyond = order === 'desc' ? '$lt' : '$gt';
  const further = after
    ? [
        // By itself the second condition would be enough; the first is what an index begins to read at.
        { createdAt: { [`${beyond}e`]: after.at } },
        { $or: [{ createdAt: { [beyond]: after.at } }, { createdAt: after.at, id: { [beyond]: after.id } }] },
      ]
    : [];
  const orderBy = [{ createdAt: order }, { id: order }] as unknown as QueryOrderMap<T>[];
  const rows = await em.find(entity, { $and: [where, ...further] } as FilterQuery<T>, {
    orderBy,
    limit: limit + 1,
    refresh: true,
  });
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last ? encodeCursor({ at: last.createdAt, id: last.id }) : null };
}
