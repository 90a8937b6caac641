import { createHash, randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { DeletionReceipts, type DeletionRule } from '../privacy/index.js';
import { Clock, MINUTE } from '../platform/clock/index.js';
import { listedInJobs, Outbox, type Lease } from '../platform/queue/index.js';
import { at, isDue, type Batch } from '../platform/retention/index.js';
import { Journal } from './journal.js';
import { RetentionOverview } from './overview.service.js';
import { RemindersDue, RetentionDue } from './retention.events.js';
import { db } from './retention.tables.js';
import { RuleBook } from './rule-book.js';
import type { Rule, RuleName } from './rule.js';

/** Rows a rule takes up at a time, and of those in one job. What is left is taken up ten minutes later. */
const FOUND = 2_000;
const PER_JOB = 200;
/** What has to go goes, also where finding it takes long. */
const TAKES_ITS_TIME = `set local statement_timeout = '10min'`;
/** A worker that begins sooner than this after another finds its work done. Shorter than the schedule's step. */
const PAUSE_MS = 5 * MINUTE;

/**
 * No job has it that is still at work, or was given up within the day: such a job gets no company that has other rows besides, which would
 * write its email a second time, and what fails again and again takes no place from what does not. Takes the rule's name.
 */
const isFree = `t.id::text not in ${listedInJobs([RetentionDue, RemindersDue], 'ids', 'rule')}`;

interface Payload {
  rule: RuleName;
  userId: string | null;
  ids: string[];
}

/** Finds what is over and notes work for it; carries that work out. */
@Injectable()
export class RetentionService {
  private readonly logger = new Logger('retention');

  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
    private readonly outbox: Outbox,
    private readonly book: RuleBook,
    private readonly receipts: DeletionReceipts,
    private readonly overview: RetentionOverview,
    private readonly journal: Journal,
  ) {}

  /** One round over all rules. One rule that fails keeps no other from being kept. @returns what was found, by rule */
  async round(): Promise<Partial<Record<RuleName, number>>> {
    const found: Partial<Record<RuleName, number>> = {};
    for (const rule of this.book.rules) {
      try {
        const number = await this.note(rule);
        if (number !== null) found[rule.name] = number;
      } catch (error) {
        this.logger.error({ rule: rule.name, err: error }, 'a rule of retention could not be looked at');
      }
    }
    await this.endJournal();
    // Once, by the worker that had the turn.
    if (Object.keys(found).length > 0) await this.overview.raiseAlarms();
    return found;
  }

  /** Every worker that sees the folder may do it: what is gone is gone. */
  private async endJournal(): Promise<void> {
    try {
      await this.journal.removeOld(this.clock.now());
    } catch (error) {
      this.logger.error({ err: error }, 'months of the journal that are over could not be removed');
    }
  }

  /** @returns null when another worker has looked just now, or is just looking */
  async note(rule: Rule): Promise<number | null> {
    const now = this.clock.now();
    return this.em.fork().transactional(async (em) => {
      if (!(await this.takeTurn(em, rule, now))) return null;
      await em.execute(TAKES_ITS_TIME);
      const rows = await em.execute<{ id: string; owner: string | null }[]>(
        ...at(
          `select t.id, ${rule.owner ?? 'null'} as owner from ${rule.table} t where ${isDue(rule)} and ${isFree} order by 2, 1 limit ?`,
          now,
          rule.name,
          FOUND,
        ),
      );
      const byOwner = Map.groupBy(rows, (row) => row.owner);
      for (const [userId, own] of byOwner)
        await this.addJobs(em, { rule: rule.name, userId, ids: own.map((row) => row.id) }, now);
      await db(em)
        .updateTable('retention_task')
        .set({ last_found: rows.length })
        .where('rule', '=', rule.name)
        .execute();
      return rows.length;
    });
  }

  async carryOut({ rule: name, userId, ids }: Payload, lease: Lease): Promise<void> {
    const rule = this.book.get(name);
    const now = this.clock.now();
    const open = await this.stillDue(this.em.fork(), rule, ids, now);
    if (open.length > 0) await rule.before?.({ ids: open, userId, now, noted: ids });
    const done = await this.em.fork().transactional(async (em) => {
      await em.execute(TAKES_ITS_TIME);
      await lease.finish(em);
      const due = await this.stillDue(em, rule, open, now, 'for update of t');
      if (due.length === 0) return null;
      const batch: Batch = { ids: due, userId, now, noted: ids };
      const count = await rule.effect(em, batch);
      if (rule.receipt)
        await this.receipts.write(em, {
          userId: userId!,
          kind: rule.receipt,
          rule: name as DeletionRule,
          count,
          ids: due,
        });
      await db(em)
        .updateTable('retention_task')
        .set(({ eb }) => ({ last_effect_at: now, last_outcome: 'done', total: eb('total', '+', due.length) }))
        .where('rule', '=', name)
        .execute();
      return batch;
    });
    if (done) rule.after?.(done);
  }

  /** In the transaction that gives the job up. The rows stay due: another day, another job. */
  async onFailed({ rule }: Payload, em: EntityManager): Promise<void> {
    await db(em)
      .updateTable('retention_task')
      .set({ last_effect_at: this.clock.now(), last_outcome: 'failed' })
      .where('rule', '=', rule)
      .execute();
  }

  /** One worker at a time, and nobody again soon after. */
  private async takeTurn(em: EntityManager, rule: Rule, now: Date): Promise<boolean> {
    await db(em)
      .insertInto('retention_task')
      .values({ id: randomUUID(), created_at: now, rule: rule.name, last_found: 0, total: 0 })
      .onConflict((conflict) => conflict.column('rule').doNothing())
      .execute();
    const taken = await db(em)
      .updateTable('retention_task')
      .set({ last_run_at: now })
      .where('rule', '=', rule.name)
      .where(({ eb, or }) =>
        or([
          eb('last_run_at', 'is', null),
          eb('last_run_at', '<=', new Date(now.getTime() - PAUSE_MS)),
          eb('last_run_at', '>', new Date(now.getTime() + PAUSE_MS)),
        ]),
      )
      .returning('id')
      .executeTakeFirst();
    return taken !== undefined;
  }

  /** The same rows are noted once a day, whatever of them a job was given up for. */
  private async addJobs(em: EntityManager, { rule, userId, ids }: Payload, now: Date): Promise<void> {
    for (let start = 0; start < ids.length; start += PER_JOB) {
      const part = ids.slice(start, start + PER_JOB);
      const mark = createHash('sha256').update(part.join()).digest('hex').slice(0, 32);
      await this.outbox.add(
        em,
        rule === 'portrait_reminders' ? RemindersDue : RetentionDue,
        { rule, userId, ids: part },
        { dedupeKey: `retention:${rule}:${mark}:${now.toISOString().slice(0, 10)}` },
      );
    }
  }

  private async stillDue(
    em: EntityManager,
    rule: Rule,
    ids: readonly string[],
    now: Date,
    lock = '',
  ): Promise<string[]> {
    if (ids.length === 0) return [];
    const rows = await em.execute<{ id: string }[]>(
      ...at(
        `select t.id from ${rule.table} t where ${isDue(rule)} and t.id in (${ids.map(() => '?').join(', ')}) order by t.id ${lock}`,
        now,
        ...ids,
      ),
    );
    return rows.map((row) => row.id);
  }
}
