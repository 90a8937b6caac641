import { sql } from 'kysely';

/** Figures that somebody may ask for together with others, in one query. */
export const declarationFigures = {
  inReview: sql<number>`(select count(*)::int from declaration where status = 'review')`,
};
