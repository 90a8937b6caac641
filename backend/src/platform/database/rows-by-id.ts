import type { EntityManager, EntityName, FilterQuery } from '@mikro-orm/postgresql';

/** Rows by their id, in one query; an id of nothing is missing. @param where what they must hold besides */
export async function rowsById<T extends { id: string }>(
  em: EntityManager,
  entity: EntityName<T>,
  ids: readonly (string | null | undefined)[],
  where: FilterQuery<T> = {},
): Promise<Map<string, T>> {
  const known = [...new Set(ids.filter((id) => typeof id === 'string'))];
  const rows = await em.find(entity, { $and: [{ id: { $in: known } }, where] } as FilterQuery<T>, { refresh: true });
  return new Map(rows.map((row) => [row.id, row]));
}
