import type { EntityManager } from '@mikro-orm/postgresql';
import { DAY, MINUTE } from '../clock/index.js';

export interface UsualSeconds {
  /** Half of all took no longer, whole seconds. */
  median: number;
  /** Nineteen of twenty took no longer, whole seconds. */
  p95: number;
}

/** The table that is measured; a row counts once both moments are known. */
export interface Measured {
  table: string;
  began: string;
  ended: string;
}

const NEWEST = 200;
const ENOUGH = 20;
const RECENT_MS = 30 * DAY;
const FRESH_MS = MINUTE;

/** How long something has taken lately, as customers waited for it. Asked of the database once a minute at most. */
export class UsualTime {
  private asked: { at: number; answer: Promise<UsualSeconds | null> } | null = null;

  constructor(private readonly measured: Measured) {}

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
    const { table, began, ended } = this.measured;
    const [found] = await em.execute<{ number: number; median: number; p95: number }[]>(
      `select count(*)::int as number, ceil(percentile_cont(0.5) within group (order by seconds))::int as median, ceil(percentile_cont(0.95) within group (order by seconds))::int as p95
       from (select extract(epoch from ${ended} - ${began})::float as seconds from ${table} where ${ended} > ? and ${began} is not null order by ${ended} desc limit ${NEWEST}) newest`,
      [new Date(now.getTime() - RECENT_MS)],
    );
    return found && found.number >= ENOUGH ? { median: Math.max(1, found.median), p95: Math.max(1, found.p95) } : null;
  }
}
