import type { EntityManager } from '@mikro-orm/postgresql';
import { db } from './notifications.tables.js';

/** I9: one row and one Message-ID per email. */
export async function checkEmails(em: EntityManager): Promise<string[]> {
  const twice = (column: 'key' | 'message_id') =>
    db(em)
      .selectFrom('mail')
      .select(`${column} as key`)
      .groupBy(column)
      .having(({ eb, fn }) => eb(fn.countAll(), '>', 1));
  const rows = await twice('key').union(twice('message_id')).execute();
  return rows.map(({ key }) => `I9 email ${key} exists more than once`);
}
