import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AccountDataPart, type Counts, type ExportPart } from '../identity/index.js';
import { AnnouncementReceipt } from './announcement.entity.js';
import { db } from './announcements.tables.js';

/** Which changes a customer was told of. */
@Injectable()
export class AnnouncementsAccountData extends AccountDataPart {
  readonly name = 'announcements';
  readonly explains = [
    {
      path: 'ankuendigungen.json',
      text: 'Änderungen der AGB, der Datenschutzerklärung oder Ihres Preises, die wir Ihnen per E-Mail angekündigt haben: Text, wann die E-Mail ging, ab wann die Änderung für Sie gilt und was Sie zu neuen AGB geantwortet haben.',
    },
  ];

  constructor(private readonly em: EntityManager) {
    super();
  }

  async *export(userId: string): AsyncIterable<ExportPart> {
    const rows = await db(this.em.fork())
      .selectFrom('announcement_receipt as r')
      .innerJoin('announcement as a', 'a.id', 'r.announcement_id')
      .select([
        'a.kind',
        'a.text',
        'a.version',
        'a.plan_id',
        'a.price_rappen',
        'r.sent_at',
        'r.effective_from',
        'r.answer',
        'r.answered_at',
      ])
      .where('r.user_id', '=', userId)
      .orderBy('r.created_at')
      .orderBy('r.id')
      .execute();
    yield {
      path: 'ankuendigungen.json',
      json: rows.map((row) => ({
        kind: row.kind,
        text: row.text,
        version: row.version,
        planId: row.plan_id,
        priceRappen: row.price_rappen,
        sentAt: row.sent_at,
        effectiveFrom: row.effective_from,
        answer: row.answer,
        answeredAt: row.answered_at,
      })),
    };
  }

  async erase(em: EntityManager, userId: string): Promise<Counts> {
    await em.nativeDelete(AnnouncementReceipt, { userId });
    return {};
  }
}
