import { facts } from '../facts/index.js';
import { ageRule } from '../platform/retention/index.js';

/** What somebody has chosen about cookies. */
export const COOKIE_CHOICE_RULE = ageRule({
  name: 'cookie_choices',
  table: 'cookie_choice',
  since: 't.created_at',
  kept: `P${facts.cookies.consentYears}Y`,
});
