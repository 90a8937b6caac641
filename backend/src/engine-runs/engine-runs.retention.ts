import { facts } from '../facts/index.js';
import { ageRule } from '../platform/retention/index.js';

/** The row of a run is how its copies at the provider are found: it stays until those are forgotten. */
export const ENGINE_RUN_RULE = ageRule({
  name: 'engine_runs',
  table: 'engine_run',
  since: 't.created_at',
  kept: `P${facts.retention.costMonths}M`,
  also: 't.is_forgotten',
});
