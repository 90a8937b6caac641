import { z } from 'zod';
import { facts } from '../../facts/index.js';
import { JudgementFigures, Reply } from '../../judgements/index.js';
import { displayText } from '../../platform/http/index.js';

const at = z.iso.datetime();

/** As it was read: what its author changed meanwhile is answered with `conflict`. */
const sentence = z.string().max(facts.judgements.sentenceMax);

export const AdminSentence = z
  .object({
    id: z.uuid(),
    styleName: z.string().nullable(),
    sentence: z.string(),
    likeness: z.int(),
    wouldUse: z.boolean(),
    judgedAt: at,
    reply: z.string().nullable(),
    hiddenReason: z.string().nullable().describe('Why it is not shown; null where it is.'),
  })
  .meta({ id: 'AdminSentence', description: 'Without a name: an operator learns no more of its author than anybody.' });
export type AdminSentence = z.infer<typeof AdminSentence>;
export const AdminSentencePage = z
  .object({ items: z.array(AdminSentence), nextCursor: z.string().nullable() })
  .meta({ id: 'AdminSentencePage' });

export const AdminJudgementFigures = z
  .object({
    all: JudgementFigures.nullable(),
    styles: z.array(z.object({ styleName: z.string(), figures: JudgementFigures })),
    sentences: z.int(),
    hiddenSentences: z.int(),
  })
  .meta({ id: 'AdminJudgementFigures', description: 'Also below the number from which on they are published.' });
export type AdminJudgementFigures = z.infer<typeof AdminJudgementFigures>;

export const AdminReplyBody = z
  .strictObject({ sentence, reply: Reply.nullable().describe('Published with the sentence; null takes it away.') })
  .meta({ id: 'AdminReplyBody' });
export type AdminReplyBody = z.infer<typeof AdminReplyBody>;

export const AdminHidingBody = z
  .strictObject({
    sentence,
    reason: displayText(500).describe(
      'Which law it breaks, or why it is shown again. Its author reads why it is hidden.',
    ),
  })
  .meta({ id: 'AdminHidingBody' });
export type AdminHidingBody = z.infer<typeof AdminHidingBody>;
