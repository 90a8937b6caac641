import { facts } from '../facts/index.js';
import { ageRule } from '../platform/retention/index.js';

/** That an email was sent. */
export const EMAIL_RULE = ageRule({
  name: 'mails',
  table: 'mail',
  since: 't.created_at',
  kept: `P${facts.retention.mailDays}D`,
});
