import type { EntityManager } from '@mikro-orm/postgresql';

/** Rows of one owner (or of nobody) that a job deals with. */
export interface Batch {
  ids: readonly string[];
  userId: string | null;
  now: Date;
  /** Those that the job was noted for, also what is not due any more. */
  noted: readonly string[];
}

/**
 * One promise about how long something is kept, told by the feature that owns the table. Conditions are SQL about a row `t` of it; `:now` is the
 * product's clock. A row is over once `since` lies `kept` in the past and `also` holds.
 */
export interface RetentionTerms {
  name: string;
  table: string;
  since: string;
  /** ISO 8601 duration. */
  kept: string;
  also?: string;
  /**
   * A condition that an index answers. It must be true of every row that is over, and may be true of others. By default it follows from
   * `since`, where that is a column, which should have an index.
   */
  bound?: string;
  /** What else has to come first: what is over and still waits for it is overdue, but not touched. */
  awaits?: string;
  /** Whose row it is; left out where it is nobody's. */
  owner?: string;
  /** How long after its time something may still be there before an alarm is raised; ISO 8601. */
  grace: string;
  /** What counts as overdue, where that is not simply what is over since its grace. */
  lateWhen?: string;
}

/** A promise, and what keeps it. */
export interface RetentionRule extends RetentionTerms {
  /** Done before the transaction, outside of the database. A repetition must do no harm. */
  before?(batch: Batch): Promise<void>;
  /** In one transaction with the end of the job, over rows that are locked and still over. @returns how many a person would count */
  effect(em: EntityManager, batch: Batch): Promise<number>;
  /** Once it is committed, for instance to tell open pages. */
  after?(batch: Batch): void;
}

/** Rules of all features that need no service of theirs, in the order in which they are looked at. */
export const RETENTION_RULES = Symbol('RETENTION_RULES');

/** A rule about rows that go by age alone and take nothing else with them, unless it says otherwise. */
export const ageRule = (
  rule: Omit<RetentionRule, 'effect' | 'grace'> & Partial<Pick<RetentionRule, 'effect' | 'grace'>>,
): RetentionRule => ({ grace: 'P1D', effect: remove(rule.table), ...rule });

/** The end of the year that a moment lies in. */
export const yearEnd = (moment: string): string => `date_trunc('year', ${moment}) + interval '1 year'`;

/** 31 January plus a month is 28 February, but 28 February less a month is 28 January: three days apart. Days differ by summer time. */
const laxityOf = (kept: string): string => (/^P[^T]*[YM]/.test(kept) ? 'P3D' : 'PT2H');

/** SQL with `:now`: true of every moment that is over by then, and of some that are not yet. An index on the moment answers it. */
export const mayBeOver = (moment: string, kept: string): string =>
  `${moment} <= :now - interval '${kept}' + interval '${laxityOf(kept)}'`;

const boundOf = ({ bound, since, kept }: RetentionTerms): string =>
  bound ?? (/^t\.\w+$/.test(since) ? mayBeOver(since, kept) : 'true');

/** SQL with `:now` for a row that has been over for this long. */
export function isOverFor(rule: RetentionTerms, grace: string): string {
  const isOver = `${boundOf(rule)} and ${rule.since} + interval '${rule.kept}' <= :now`;
  return `${isOver.replaceAll(':now', `:now - interval '${grace}'`)} and (${rule.also ?? 'true'})`;
}

/** SQL with `:now` for a row that is over, as of then. */
export const isOver = (rule: RetentionTerms): string => isOverFor(rule, 'PT0S');
export const isDue = (rule: RetentionTerms): string => `${isOver(rule)} and (${rule.awaits ?? 'true'})`;

/** Puts the moment in the place of every `:now`. */
export function at(sql: string, now: Date, ...rest: unknown[]): [string, unknown[]] {
  const moments = Array.from(sql.matchAll(/:now\b/g), () => now);
  return [sql.replaceAll(/:now\b/g, '?::timestamptz'), [...moments, ...rest]];
}

const remove =
  (table: string) =>
  async (em: EntityManager, { ids }: Batch): Promise<number> => {
    await em.execute(`delete from "${table}" where id in (${ids.map(() => '?').join(', ')})`, [...ids]);
    return ids.length;
  };
