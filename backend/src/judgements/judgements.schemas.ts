import { z } from 'zod';
import { facts } from '../facts/index.js';
import { displayText, withoutLinks } from '../platform/http/index.js';

const { sentenceMax, shownFrom, sentencesShown, replyMax } = facts.judgements;
const at = z.iso.datetime();

export const Sentence = withoutLinks(displayText(sentenceMax));
export const Reply = withoutLinks(displayText(replyMax));

const Likeness = z.int().min(1).max(5).describe('«Erkennt man Sie?» from 1, not at all, to 5, at once.');
const WouldUse = z.boolean().describe('«Würden Sie es verwenden?»');

export const JudgementBody = z
  .strictObject({
    likeness: Likeness,
    wouldUse: WouldUse,
    sentence: Sentence.nullable()
      .default(null)
      .describe('Plain text without links, kept only to be published: together with the consent.'),
    consentVersion: z
      .literal(facts.consents.judgement)
      .nullable()
      .default(null)
      .describe(
        'The consent to have the sentence published with style and month, without a name, in the text of this version.',
      ),
  })
  .refine(({ sentence, consentVersion }) => (sentence === null) === (consentVersion === null), {
    path: ['consentVersion'],
    message: 'a sentence and the consent to publish it come together',
  })
  .meta({ id: 'JudgementBody' });
export type JudgementBody = z.infer<typeof JudgementBody>;

export const OwnJudgement = z
  .object({
    generationId: z.uuid().describe('The run; it may have been deleted since.'),
    styleName: z.string().nullable(),
    likeness: Likeness,
    wouldUse: WouldUse,
    sentence: z.string().nullable(),
    consentedAt: at.nullable(),
    reply: z.string().nullable(),
    hiddenReason: z
      .string()
      .nullable()
      .describe('Why the operator does not show the sentence; null where it is shown.'),
    judgedAt: at,
  })
  .meta({ id: 'OwnJudgement' });
export type OwnJudgement = z.infer<typeof OwnJudgement>;
export const OwnJudgementList = z.object({ items: z.array(OwnJudgement) }).meta({ id: 'OwnJudgementList' });

export const RunJudgement = z
  .object({
    isJudgeable: z
      .boolean()
      .describe(
        'Whether its customer may judge it: completed, paid for with credits that came from payments, of their own face.',
      ),
    isAsked: z.boolean().describe('Whether they have answered or declined before: then nobody asks again.'),
    judgement: OwnJudgement.nullable(),
  })
  .meta({ id: 'RunJudgement' });
export type RunJudgement = z.infer<typeof RunJudgement>;

const day = z.iso.date();
export const JudgementFigures = z
  .object({
    judgements: z.int(),
    customers: z.int().describe('How many people they come from.'),
    from: day,
    to: day,
    likeness: z.array(z.int()).length(5).describe('How many said 1, 2, 3, 4 and 5.'),
    wouldUse: z.int().describe('How many would use the portraits.'),
  })
  .meta({ id: 'JudgementFigures' });
export type JudgementFigures = z.infer<typeof JudgementFigures>;

const Style = z.object({ slug: z.string(), displayName: z.string() });

export const StyleJudgements = Style.extend({ figures: JudgementFigures }).meta({ id: 'StyleJudgements' });

export const PublishedSentence = z
  .object({
    style: Style.nullable(),
    month: z.string().regex(/^\d{4}-\d{2}$/),
    sentence: z.string(),
    reply: z.string().nullable().describe('Of the operator.'),
  })
  .meta({ id: 'PublishedSentence' });

export const PublishedJudgements = z
  .object({
    all: JudgementFigures.nullable().describe(`Null below ${shownFrom} judgements.`),
    styles: z.array(StyleJudgements).describe(`Styles with at least ${shownFrom} judgements.`),
    sentences: z
      .array(PublishedSentence)
      .describe(
        `The newest ${sentencesShown} that may be published, whatever they say; none below ${shownFrom} judgements.`,
      ),
    sentencesInAll: z.int().describe('How many may be published.'),
    hiddenSentences: z.int().describe('How many are not shown because they are unlawful.'),
    testPayments: z
      .boolean()
      .describe('Payments of this installation are tests: then nobody has paid, and these figures say nothing.'),
  })
  .meta({ id: 'PublishedJudgements' });
export type PublishedJudgements = z.infer<typeof PublishedJudgements>;
