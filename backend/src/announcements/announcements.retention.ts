import { facts } from '../facts/index.js';
import { ageRule } from '../platform/retention/index.js';

/** What was announced, and who was told of it, belongs to the contracts it changed. */
export const ANNOUNCEMENT_RULE = ageRule({
  name: 'announcements',
  table: 'announcement',
  since: 't.effective_from',
  kept: `P${facts.deletion.accountingYears}Y`,
});
