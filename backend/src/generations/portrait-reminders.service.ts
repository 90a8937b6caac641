import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { facts } from '../facts/index.js';
import { DomainEvents } from '../platform/domain-events/index.js';
import { PortraitsExpiring } from './generations.domain-events.js';
import { db } from './generations.tables.js';

/** Keeps that the owner of a run was told that its portraits go. */
@Injectable()
export class PortraitReminders {
  constructor(private readonly domainEvents: DomainEvents) {}

  /** Once they have been told. A late reminder puts the deletion off, for the customer to see: so many days between the two, always. */
  async note(
    em: EntityManager,
    { ids, userId, now }: { ids: readonly string[]; userId: string; now: Date },
  ): Promise<void> {
    const announced = await db(em)
      .updateTable('generation')
      .set({
        expires_at: sql<Date>`greatest(expires_at, ${now}::timestamptz + ${sql.lit(`P${facts.portraits.reminderDaysBefore}D`)}::interval)`,
      })
      .where('id', 'in', ids)
      .returning(['id', 'expires_at'])
      .execute();
    if (announced.length === 0) return;
    await db(em)
      .insertInto('portrait_reminder')
      .values(announced.map(({ id }) => ({ id: randomUUID(), created_at: now, generation_id: id, sent_at: now })))
      .execute();
    for (const { id, expires_at } of announced)
      await this.domainEvents.publish(em, PortraitsExpiring, { userId, generationId: id, expiresAt: expires_at! });
  }
}
