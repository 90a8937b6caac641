import type { EntityManager } from '@mikro-orm/postgresql';
import { pageOf } from '../../platform/database/index.js';
import type { PageQuery } from '../../platform/http/index.js';
import { Declaration } from './declaration.entity.js';

/** Those that wait for somebody, oldest first. */
export const pageInReview = (em: EntityManager, page: PageQuery) =>
  pageOf(em, Declaration, { status: 'review' }, page, 'asc');
