import { raw, type EntityManager } from '@mikro-orm/postgresql';
import { pageOf } from '../../platform/database/index.js';
import type { PageQuery } from '../../platform/http/index.js';
import { User } from './user.entity.js';

/** What users are looked for by. */
export interface UserSearch {
  /** Anywhere in the address or the name. */
  text?: string | undefined;
  isBlocked?: true;
  role?: User['role'];
  /** SQL that must be true of the user; gets the column of its id. */
  condition?: (id: string) => string;
}

/** Those who have not left, newest first. */
export function pageOfUsers(em: EntityManager, { text, condition, ...which }: UserSearch, page: PageQuery) {
  const pattern = { $ilike: `%${text?.replace(/[\\%_]/g, '\\$&')}%` };
  return pageOf(
    em,
    User,
    {
      ...which,
      deletedAt: null,
      ...(condition ? { [raw((alias) => condition(`${alias}.id`))]: [] } : {}),
      ...(text ? { $or: [{ email: pattern }, { displayName: pattern }] } : {}),
    },
    page,
  );
}
