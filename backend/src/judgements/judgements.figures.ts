import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { pageOf } from '../platform/database/index.js';
import type { PageQuery } from '../platform/http/index.js';
import { Judgement } from './judgement.entity.js';
import type { JudgementFigures } from './judgements.schemas.js';
import { db } from './judgements.tables.js';

const ZONE = sql.lit('Europe/Zurich');
const dayOf = (moment: 'min' | 'max') =>
  sql<string>`to_char(${sql.raw(moment)}(judged_at) at time zone ${ZONE}, 'YYYY-MM-DD')`;
const countOf = (likeness: number) => sql<number>`count(*) filter (where likeness = ${sql.lit(likeness)})::int`;

const given = (em: EntityManager) =>
  db(em)
    .selectFrom('judgement')
    .where('judged_at', 'is not', null)
    .select([
      sql<number>`count(*)::int`.as('judgements'),
      sql<number>`count(distinct user_id)::int`.as('customers'),
      dayOf('min').as('first_day'),
      dayOf('max').as('last_day'),
      countOf(1).as('one'),
      countOf(2).as('two'),
      countOf(3).as('three'),
      countOf(4).as('four'),
      countOf(5).as('five'),
      sql<number>`count(*) filter (where would_use)::int`.as('users'),
    ]);
type Row = Awaited<ReturnType<ReturnType<typeof given>['executeTakeFirstOrThrow']>>;

const viewFigures = (row: Row): JudgementFigures => ({
  judgements: row.judgements,
  customers: row.customers,
  from: row.first_day,
  to: row.last_day,
  likeness: [row.one, row.two, row.three, row.four, row.five],
  wouldUse: row.users,
});

/** All judgements of this installation counted; null where there is none. */
export async function countJudgements(em: EntityManager): Promise<JudgementFigures | null> {
  const row = await given(em).executeTakeFirstOrThrow();
  return row.judgements > 0 ? viewFigures(row) : null;
}

/** The same for each style that has any. */
export async function countJudgementsByStyle(
  em: EntityManager,
): Promise<{ styleId: string; figures: JudgementFigures }[]> {
  const rows = await given(em).select('style_id').groupBy('style_id').execute();
  return rows.map((row) => ({ styleId: row.style_id, figures: viewFigures(row) }));
}

/** How many sentences may be published, and how many are hidden. */
export const countSentences = (em: EntityManager) =>
  db(em)
    .selectFrom('judgement')
    .where('sentence', 'is not', null)
    .select([
      sql<number>`count(*) filter (where hidden_at is null)::int`.as('published'),
      sql<number>`count(*) filter (where hidden_at is not null)::int`.as('hidden'),
    ])
    .executeTakeFirstOrThrow();

/** Every sentence, hidden ones too, newest first. */
export const pageOfSentences = (em: EntityManager, page: PageQuery) =>
  pageOf(em, Judgement, { sentence: { $ne: null } }, page);
