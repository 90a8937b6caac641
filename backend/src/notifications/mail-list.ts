import type { EntityManager } from '@mikro-orm/postgresql';
import { pageOf } from '../platform/database/index.js';
import type { PageQuery } from '../platform/http/index.js';
import { Mail } from './mail.entity.js';

/** The emails to a user, newest first. */
export const pageOfMails = (em: EntityManager, userId: string, page: PageQuery) => pageOf(em, Mail, { userId }, page);
