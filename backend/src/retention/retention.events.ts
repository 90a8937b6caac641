import { z } from 'zod';
import { defineTopic } from '../platform/queue/index.js';
import { RULE_NAMES } from './rule.js';

/** Rows of one owner whose time is over by a rule. Which of them still are is looked at again under a lock. */
export const RetentionDue = defineTopic({
  name: 'retention.due',
  queue: 'upkeep',
  schema: z.object({ rule: z.enum(RULE_NAMES), userId: z.uuid().nullable(), ids: z.array(z.string()) }),
  maxAttempts: 50,
});

/** The same for rules that write emails. */
export const RemindersDue = defineTopic({ ...RetentionDue, name: 'retention.reminders_due', queue: 'mail' });
