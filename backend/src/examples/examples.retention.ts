import { facts } from '../facts/index.js';
import { ageRule, type RetentionTerms } from '../platform/retention/index.js';

/** Examples whose release is over, and offers nobody accepted. They are shown no more from that second on; this takes their pictures away. */
export const EXAMPLE_TERMS = {
  name: 'examples',
  table: 'example',
  since: 't.ends_at',
  kept: 'PT0S',
  also: `t.status <> 'ended'`,
  grace: 'P1D',
} as const satisfies RetentionTerms;

/** That there was a release. */
export const EXAMPLE_PROOF_RULE = ageRule({
  name: 'ended_examples',
  table: 'example',
  since: 't.ended_at',
  kept: `P${facts.deletion.consentProofYears}Y`,
  also: `t.status = 'ended'`,
});
