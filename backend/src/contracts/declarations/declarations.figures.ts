import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../contracts.tables.js';
import { Declaration } from './declaration.entity.js';

/** Figures that somebody may ask for together with others, in one query. */
export const declarationFigures = {
  inReview: sql<number>`(select count(*)::int from declaration where status = 'review')`,
};

export const findDeclaration = (em: EntityManager, id: string) => em.findOne(Declaration, { id }, { refresh: true });

/** What these declarations are called. */
export const declarationNames = (em: EntityManager, ids: readonly string[]) =>
  db(em).selectFrom('declaration').select(['id', 'number as name']).where('id', 'in', ids);
