import { facts } from '../facts/index.js';
import { ageRule, mayBeOver, type RetentionTerms } from '../platform/retention/index.js';
import { db } from './identity.tables.js';

/** Sessions, and sooner where they were opened. */
export const SESSION_RULES = [
  ageRule({
    name: 'session_addresses',
    table: 'session',
    since: 't.created_at',
    kept: `P${facts.retention.sessionAddressDays}D`,
    also: 't.address is not null',
    effect: async (em, { ids }) => {
      await db(em).updateTable('session').set({ address: null }).where('id', 'in', ids).execute();
      return ids.length;
    },
  }),
  ageRule({ name: 'sessions', table: 'session', since: 't.expires_at', kept: 'PT0S' }),
] as const;

/** What keys were used for, by month. */
export const KEY_USAGE_RULE = ageRule({
  name: 'key_usage',
  table: 'api_key_usage',
  since: 't.created_at',
  kept: `P${facts.api.usageMonths}M`,
});

/** Accounts that nobody confirmed, as far as identity knows: others may have something of them. */
export const UNCONFIRMED_TERMS = {
  name: 'unconfirmed_accounts',
  table: 'app_user',
  owner: 't.id',
  since: 't.created_at',
  kept: `P${facts.account.unconfirmedDays}D`,
  also: `t.email_confirmed_at is null and t.deleted_at is null and t.role = 'user' and not t.is_blocked`,
  grace: 'P1D',
} as const satisfies RetentionTerms;

/** Rows of accounts that left, whose accounting may go a time after the newest of its parts. */
export const LEFT_ACCOUNTS = { table: 'app_user', since: 't.deleted_at', also: 't.deleted_at is not null' } as const;

/** For conditions about a row, in SQL: when its user left; null while they are here, or where there never was one. */
export const leftAt = (user: string): string => `(select deleted_at from app_user u where u.id = ${user})`;

/** For the `bound` of a rule, in SQL: true of everybody who left this long ago, and of some who left a little later. */
export const mayHaveLeft = (user: string, kept: string): string =>
  `${user} in (select u.id from app_user u where ${mayBeOver('u.deleted_at', kept)})`;

/** Whether there is a row of this user, also of one who left. */
export const isKnown = (user: string): string => `exists (select 1 from app_user u where u.id = ${user})`;
