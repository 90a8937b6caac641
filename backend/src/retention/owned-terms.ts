import { DRAFT_TERMS, LEFT_PHOTO_TERMS } from '../ai-profiles/index.js';
import { hasLedger } from '../credits/index.js';
import { EXAMPLE_TERMS } from '../examples/index.js';
import { facts } from '../facts/index.js';
import { PORTRAIT_TERMS, REMINDER_TERMS } from '../generations/index.js';
import { UNCONFIRMED_TERMS } from '../identity/index.js';
import { hasOrdered } from '../payments/index.js';
import { EXPORT_TERMS } from '../privacy/index.js';
import { signsInWithGoogle } from '../sign-in/index.js';
import { givenUpRemovals } from '../platform/queue/index.js';
import { REMOVALS } from './removals.js';
import type { RuleName, RuleTerms } from './rule.js';

/** Conditions of the rules about what belongs to somebody, apart from their effects: the API only looks. */
export const OWNED_TERMS = {
  portrait_reminders: REMINDER_TERMS,
  portraits: { ...PORTRAIT_TERMS, receipt: 'portraits' },
  drafts: { ...DRAFT_TERMS, receipt: 'draft' },
  left_photos: { ...LEFT_PHOTO_TERMS, receipt: 'reference_photos' },
  unconfirmed_accounts: {
    ...UNCONFIRMED_TERMS,
    also: `${UNCONFIRMED_TERMS.also} and not ${signsInWithGoogle('t.id')} and not ${hasOrdered('t.id')} and not ${hasLedger('t.id')}`,
    receipt: 'account',
  },
  examples: EXAMPLE_TERMS,
  data_exports: EXPORT_TERMS,
  file_removals: givenUpRemovals(REMOVALS, { grace: `P${facts.deletion.imagesWithinDays - 1}D` }),
} as const satisfies Partial<Record<RuleName, RuleTerms>>;
