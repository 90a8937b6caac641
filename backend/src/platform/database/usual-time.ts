import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type AliasableExpression } from 'kysely';
import { DAY, MINUTE } from '../clock/index.js';
import { queriesOver } from './typed-queries.js';

export interface UsualSeconds {
  /** Half of all took no longer, whole seconds. */
  median: number;
  /** Nineteen of twenty took no longer, whole seconds. */
  p95: number;
}

/** Selects how many seconds each took that ended after a moment, the newest first and at most so many. */
export type EndedLately = (em: EntityManager, since: Date, most: number) => AliasableExpression<{ seconds: number }>;

const NEWEST = 200;
const ENOUGH = 20;
const RECENT_MS = 30 * DAY;
const FRESH_MS = MINUTE;

/** How long something has taken lately, as customers waited for it. Asked of the database once a minute at most. */
export class UsualTime {
  private asked: { at: number; answer: Promise<UsualSeconds | null> } | null = null;

  constructor(private readonly endedLately: EndedLately) {}

  /** @returns null while too few have ended to tell */
  of(em: EntityManager, now: Date): Promise<UsualSeconds | null> {
    if (this.asked && Math.abs(now.getTime() - this.asked.at) <= FRESH_MS) return this.asked.answer;
    const answer = this.measure(em, now);
    this.asked = { at: now.getTime(), answer };
    // What failed is not an answer: the next one asks again.
    answer.catch(() => {
      if (this.asked?.answer === answer) this.asked = null;
    });
    return answer;
  }

  private async measure(em: EntityManager, now: Date): Promise<UsualSeconds | null> {
    const found = await queriesOver<object>(em)
      .selectFrom(this.endedLately(em, new Date(now.getTime() - RECENT_MS), NEWEST).as('newest'))
      .select([
        sql<number>`count(*)::int`.as('number'),
        sql<number>`ceil(percentile_cont(0.5) within group (order by seconds))::int`.as('median'),
        sql<number>`ceil(percentile_cont(0.95) within group (order by seconds))::int`.as('p95'),
      ])
      .executeTakeFirst();
    return found && found.number >= ENOUGH ? { median: Math.max(1, found.median), p95: Math.max(1, found.p95) } : null;
  }
}
