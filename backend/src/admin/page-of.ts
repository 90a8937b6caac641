import type { EntityManager, EntityName, FilterQuery, QueryOrderMap } from '@mikro-orm/postgresql';
import { decodeCursor, encodeCursor, type PageQuery } from '../platform/http/index.js';

interface Dated {
  id: string;
  createdAt: Date;
}

/** One page of a table, newest first. */
export async function pageOf<T extends Dated>(em: EntityManager, entity: EntityName<T>, where: FilterQuery<T>, { limit, cursor }: PageQuery): Promise<{ items: T[]; nextCursor: string | null }> {
  const after = decodeCursor(cursor);
  const older = after ? [{ $or: [{ createdAt: { $lt: after.at } }, { createdAt: after.at, id: { $lt: after.id } }] }] : [];
  const orderBy = [{ createdAt: 'desc' }, { id: 'desc' }] as unknown as QueryOrderMap<T>[];
  const rows = await em.find(entity, { $and: [where, ...older] } as FilterQuery<T>, { orderBy, limit: limit + 1, refresh: true });
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last ? encodeCursor({ at: last.createdAt, id: last.id }) : null };
}
