import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { facts } from '../../facts/index.js';
import { Clock, DAY, HOUR } from '../../platform/clock/index.js';
import { Outbox } from '../../platform/queue/index.js';
import { ReconciliationDue } from '../payments.events.js';

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

  /** Notes work for one batch. A customer is due once a day. @returns how many were due */
  async noteDue(): Promise<number> {
    const now = this.clock.now();
    return this.em.fork().transactional(async (em) => {
      const due = await em.execute<{ user_id: string }[]>(
        `select user_id from billing_customer c
         where (synchronised_at is null or synchronised_at < ?)
           and (exists (select 1 from subscription s where s.user_id = c.user_id and s.status <> 'canceled')
             or exists (select 1 from customer_order o where o.user_id = c.user_id and o.status = 'pending')
             or exists (select 1 from payment p where p.user_id = c.user_id and p.paid_at > ?))
         order by synchronised_at nulls first limit ?`,
        [new Date(now.getTime() - RECENTLY_MS), new Date(now.getTime() - DISPUTABLE_MS), BATCH],
      );
      const day = now.toISOString().slice(0, 10);
      for (const { user_id: userId } of due)
        await this.outbox.add(em, ReconciliationDue, { userId }, { dedupeKey: `reconcile:${userId}:${day}` });
      return due.length;
    });
  }
}
