import { z } from 'zod';
import { MISUSE_PICTURES, MISUSE_REASONS } from '../../misuse/index.js';
import { displayText, displayTextInLines } from '../../platform/http/index.js';

const at = z.iso.datetime();

export const AdminMisuseRun = z
  .object({
    generationId: z.uuid(),
    state: z
      .enum(['present', 'removed', 'deleted'])
      .describe('`removed`: by an admin, because of this report. `deleted`: it went in another way.'),
    styleName: z.string().nullable(),
    completedAt: at.nullable(),
    account: z
      .object({ id: z.uuid(), email: z.string(), isBlocked: z.boolean() })
      .nullable()
      .describe('Null once it was deleted.'),
    isReporters: z.boolean().describe('Whether it belongs to the account with the address of the report.'),
  })
  .meta({ id: 'AdminMisuseRun' });
export type AdminMisuseRun = z.infer<typeof AdminMisuseRun>;

export const AdminMisuseReport = z
  .object({
    id: z.uuid(),
    number: z.string(),
    email: z
      .string()
      .describe(
        'Empty, as link and statement, once the account with this address was deleted; then nobody is answered.',
      ),
    reason: z.enum(MISUSE_REASONS),
    statement: z.string().nullable(),
    link: z.string().nullable().describe('It may lead anywhere: never fetch it, and open it with care only.'),
    picture: z
      .enum(MISUSE_PICTURES)
      .describe(
        'What the comparison found; the picture itself is gone. `marked`: it carries our mark, and no run was found that still exists.',
      ),
    receivedAt: at,
    confirmedAt: at,
    runs: z.array(AdminMisuseRun),
  })
  .meta({ id: 'AdminMisuseReport' });
export type AdminMisuseReport = z.infer<typeof AdminMisuseReport>;
export const AdminMisuseReportPage = z
  .object({ items: z.array(AdminMisuseReport), nextCursor: z.string().nullable() })
  .meta({ id: 'AdminMisuseReportPage' });

export const AdminMisuseActBody = z
  .strictObject({
    generationId: z.uuid(),
    reason: displayText(500).describe(
      'Told to the owner of the run, and kept in the audit log. Must not name the reporter.',
    ),
  })
  .meta({ id: 'AdminMisuseActBody' });
export type AdminMisuseActBody = z.infer<typeof AdminMisuseActBody>;

export const AdminMisuseAnswerBody = z
  .strictObject({
    reason: displayTextInLines(500).describe(
      'Sent to the reporter, and kept in the audit log. Must not name the customer.',
    ),
  })
  .meta({ id: 'AdminMisuseAnswerBody' });
export type AdminMisuseAnswerBody = z.infer<typeof AdminMisuseAnswerBody>;
