import { z } from 'zod';
import { TASK_OUTCOMES } from './retention-task.entity.js';
import { RULE_NAMES } from './rule.js';

export const RetentionRuleView = z
  .object({
    rule: z.enum(RULE_NAMES),
    kept: z.string().describe('How long, as an ISO 8601 duration.'),
    overdue: z.int().describe('How many are still there although their time, and some patience, is over.'),
    promisedUntil: z.iso.datetime().nullable().describe('When the oldest of these should have gone.'),
    lastRunAt: z.iso.datetime().nullable(),
    lastFound: z.int(),
    lastEffectAt: z.iso.datetime().nullable(),
    lastOutcome: z.enum(TASK_OUTCOMES).nullable(),
    total: z.int(),
  })
  .meta({ id: 'RetentionRule' });
export type RetentionRuleView = z.infer<typeof RetentionRuleView>;
export const RetentionReport = z
  .object({
    items: z.array(RetentionRuleView),
    unjournaled: z.int().describe('Deletions of more than an hour ago that the journal does not know.'),
  })
  .meta({ id: 'RetentionReport' });
