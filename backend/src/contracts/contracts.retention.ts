import { facts } from '../facts/index.js';
import { ageRule, mayBeOver, yearEnd } from '../platform/retention/index.js';

const kept = `P${facts.deletion.accountingYears}Y`;

/** Declarations of nobody that we know; those of a customer go with the rest of the accounting. */
export const DECLARATION_RULE = ageRule({
  name: 'declarations',
  table: 'declaration',
  since: yearEnd('t.created_at'),
  kept,
  bound: mayBeOver('t.created_at', kept),
  also: 't.user_id is null',
});

/** For conditions about a row, in SQL: when a user's newest declaration came. */
export const newestDeclaration = (user: string): string =>
  `(select max(created_at) from declaration where user_id = ${user})`;
