import type { EntityManager } from '@mikro-orm/postgresql';
import { pageOf } from '../platform/database/index.js';
import type { PageQuery } from '../platform/http/index.js';
import { EmailRecord } from './email.entity.js';

/** The emails to a user, newest first. */
export const pageOfEmails = (em: EntityManager, userId: string, page: PageQuery) =>
  pageOf(em, EmailRecord, { userId }, page);
