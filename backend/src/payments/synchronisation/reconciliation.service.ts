import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { facts } from '../../facts/index.js';
import { Clock, DAY, HOUR } from '../../platform/clock/index.js';
import { Outbox } from '../../platform/queue/index.js';
import { ReconciliationDue } from '../payments.events.js';
import { db } from '../payments.tables.js';

/** How long after a payment money may still go back: banks take complaints for 120 days. */
const DISPUTABLE_MS = facts.deletion.disputableDays * DAY;
/** Shorter than the night, so that every night reads what was read the evening before: a message may have been lost since. */
const RECENTLY_MS = 4 * HOUR;
const BATCH = 500;

/** Finds every customer whose state at the provider could have changed unheard, and has each read again. */
@Injectable()
export class ReconciliationService {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly outbox: Outbox,
  ) {}

  private due(em: EntityManager, now: Date): Promise<{ user_id: string }[]> {
    const recently = new Date(now.getTime() - RECENTLY_MS);
    const disputableSince = new Date(now.getTime() - DISPUTABLE_MS);
    return db(em)
      .selectFrom('billing_customer as c')
      .select('c.user_id')
      .where(({ eb, or }) => or([eb('c.synchronised_at', 'is', null), eb('c.synchronised_at', '<', recently)]))
      .where(({ or, exists, selectFrom }) =>
        or([
          exists(
            selectFrom('subscription as s')
              .select('s.id')
              .whereRef('s.user_id', '=', 'c.user_id')
              .where('s.status', '<>', 'canceled'),
          ),
          exists(
            selectFrom('customer_order as o')
              .select('o.id')
              .whereRef('o.user_id', '=', 'c.user_id')
              .where('o.status', '=', 'pending'),
          ),
          exists(
            selectFrom('payment as p')
              .select('p.id')
              .whereRef('p.user_id', '=', 'c.user_id')
              .where('p.paid_at', '>', disputableSince),
          ),
        ]),
      )
      .orderBy('c.synchronised_at', (order) => order.asc().nullsFirst())
      .limit(BATCH)
      .execute();
  }

  /** Notes work for one batch. A customer is due once a day. @returns how many were due */
  async noteDue(): Promise<number> {
    const now = this.clock.now();
    return this.em.fork().transactional(async (em) => {
      const due = await this.due(em, now);
      const day = now.toISOString().slice(0, 10);
      for (const { user_id: userId } of due)
        await this.outbox.add(em, ReconciliationDue, { userId }, { dedupeKey: `reconcile:${userId}:${day}` });
      return due.length;
    });
  }
}
