import { facts } from '../facts/index.js';
import { ageRule } from '../platform/retention/index.js';

/** That somebody was asked and said nothing: as long as the portraits of the run are there to be asked about. */
export const DECLINED_JUDGEMENT_RULE = ageRule({
  name: 'declined_judgements',
  table: 'judgement',
  since: 't.created_at',
  kept: `P${facts.portraits.keptDays}D`,
  also: 't.judged_at is null',
});
