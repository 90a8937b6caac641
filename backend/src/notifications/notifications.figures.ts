import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from './notifications.tables.js';

/** Emails begun since a moment: those that the mail server took, and those it has not taken yet. */
export const readEmails = (em: EntityManager, since: Date): Promise<{ sent: number; open: number }> =>
  db(em)
    .selectFrom('mail')
    .select([
      sql<number>`count(*) filter (where sent_at is not null)::int`.as('sent'),
      sql<number>`count(*) filter (where sent_at is null)::int`.as('open'),
    ])
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
