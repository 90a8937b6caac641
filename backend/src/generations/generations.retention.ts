import { facts } from '../facts/index.js';
import { ageRule, mayBeOver, type RetentionTerms } from '../platform/retention/index.js';

const { keptDays, reminderDaysBefore } = facts.portraits;

/** Runs whose owner is to be told that their portraits go. */
export const REMINDER_TERMS = {
  name: 'portrait_reminders',
  table: 'generation',
  owner: 't.user_id',
  since: `t.expires_at - interval 'P${keptDays}D'`,
  kept: `P${keptDays - reminderDaysBefore}D`,
  bound: mayBeOver('t.expires_at', `P-${reminderDaysBefore}D`),
  also: `t.status = 'completed' and not exists (select 1 from portrait_reminder r where r.generation_id = t.id)`,
  grace: 'P1D',
} as const satisfies RetentionTerms;

/** Runs whose portraits go, once their owner has been told for long enough. */
export const PORTRAIT_TERMS = {
  name: 'portraits',
  table: 'generation',
  owner: 't.user_id',
  since: `t.expires_at - interval 'P${keptDays}D'`,
  kept: `P${keptDays}D`,
  bound: mayBeOver('t.expires_at', 'PT0S'),
  also: `t.status = 'completed'`,
  awaits: `exists (select 1 from portrait_reminder r where r.generation_id = t.id and r.sent_at <= :now - interval 'P${reminderDaysBefore}D')`,
  grace: 'P1D',
} as const satisfies RetentionTerms;

/** What is known of layers whose files have gone within the hour. */
export const LAYER_RULE = ageRule({ name: 'layers', table: 'portrait_layers', since: 't.created_at', kept: 'P1D' });
