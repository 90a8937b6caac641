import { defineEntity, p } from '@mikro-orm/core';
import { baseProperties } from '../platform/database/index.js';

/**
 * What a customer says of a run that she paid for, once per run; or that she was asked and did not say (`judgedAt` is null). It outlives the
 * run and goes with the account.
 */
export const JudgementSchema = defineEntity({
  name: 'Judgement',
  tableName: 'judgement',
  properties: {
    ...baseProperties,
    userId: p.uuid().index(),
    /** No reference: it may be deleted while what was said of it stays. */
    generationId: p.uuid().unique(),
    styleId: p.uuid(),
    judgedAt: p.datetime(3).nullable(),
    /** «Erkennt man Sie?» from 1 to 5. */
    likeness: p.integer().nullable(),
    wouldUse: p.boolean().nullable(),
    /** Kept only to be published, so only together with the consent. */
    sentence: p.string().length(300).nullable(),
    consentedAt: p.datetime(3).nullable(),
    /** The text that was agreed to. */
    consentVersion: p.string().length(20).nullable(),
    /** The operator's answer to the sentence, published with it. */
    reply: p.string().length(500).nullable(),
    repliedAt: p.datetime(3).nullable(),
    /** When an admin hid the sentence because it is unlawful, and why; its author reads it. The figures count it all the same. */
    hiddenAt: p.datetime(3).nullable(),
    hiddenReason: p.string().length(500).nullable(),
    /** Whether a sentence of it was hidden once: another one waits until an admin shows it. */
    wasHidden: p.boolean().default(false),
  },
  indexes: [{ properties: ['styleId'] }],
  checks: [
    {
      name: 'judgement_given',
      expression: '(judged_at is null) = (likeness is null) and (judged_at is null) = (would_use is null)',
    },
    { name: 'judgement_likeness', expression: 'likeness >= 1 and likeness <= 5' },
    {
      name: 'judgement_sentence',
      expression:
        '(sentence is null) = (consented_at is null) and (sentence is null) = (consent_version is null) and (sentence is null or judged_at is not null)',
    },
    {
      name: 'judgement_answers',
      expression:
        '(reply is null) = (replied_at is null) and (hidden_at is null) = (hidden_reason is null) and (sentence is not null or (reply is null and hidden_at is null))',
    },
  ],
});
export class Judgement extends JudgementSchema.class {}
JudgementSchema.setClass(Judgement);

/** A judgement without its sentence, and what hangs on it. */
export const NO_SENTENCE = {
  sentence: null,
  consentedAt: null,
  consentVersion: null,
  reply: null,
  repliedAt: null,
  hiddenAt: null,
  hiddenReason: null,
} as const;

/** A judgement that was taken back: of it stays only that nobody asks again. */
export const NOT_GIVEN = { ...NO_SENTENCE, judgedAt: null, likeness: null, wouldUse: null } as const;
