import type { EntityManager } from '@mikro-orm/postgresql';

/** The ids under which sockets of a user may be open. */
export async function openSessionsAndKeys(em: EntityManager, userId: string): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(
    'select id from session where user_id = ? union all select id from api_key where user_id = ?',
    [userId, userId],
  );
  return rows.map((row) => row.id);
}
