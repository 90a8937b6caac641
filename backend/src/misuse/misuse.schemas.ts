import { z } from 'zod';
import { Email } from '../identity/index.js';
import { facts } from '../facts/index.js';
import { PHOTO_REASONS } from '../integrations/portrait-engine/index.js';
import { displayTextInLines } from '../platform/http/index.js';
import { MISUSE_REASONS } from './misuse-report.entity.js';

const { linkMax, statementMax } = facts.misuse;
const EVIDENCE_MAX = 1000;

/** An address of a page or picture. It is shown to admins as text, and never fetched. */
const Link = z
  .string()
  .trim()
  .max(linkMax)
  .refine(isPlainWebAddress, { message: 'is not an http or https address' })
  .transform((link) => new URL(link).href)
  .pipe(z.string().max(linkMax));

function isPlainWebAddress(link: string): boolean {
  const url = URL.parse(link);
  return (
    url !== null &&
    (url.protocol === 'https:' || url.protocol === 'http:') &&
    url.username === '' &&
    url.password === ''
  );
}

export const MisusePicture = z
  .object({
    result: z.enum(['read', 'unreadable']),
    reason: z.enum(PHOTO_REASONS).nullable().describe('Why it could not be read.'),
    evidence: z
      .string()
      .nullable()
      .describe(
        'What the comparison found, sealed: send it with the report within the hour. The picture itself is gone.',
      ),
  })
  .meta({ id: 'MisusePicture', description: 'The same whether or not the picture came from here.' });

export const MisuseReportBody = z
  .strictObject({
    email: Email.describe('Has to be confirmed by the link in a mail before anybody looks at the report.'),
    reason: z.enum(MISUSE_REASONS),
    statement: displayTextInLines(statementMax).optional().describe('Needed with the reason `other`.'),
    link: Link.optional().describe('Where the picture was seen: http or https.'),
    evidence: z.string().min(1).max(EVIDENCE_MAX).optional().describe('From `POST /api/v1/misuse-reports/pictures`.'),
  })
  .refine(({ link, evidence }) => link !== undefined || evidence !== undefined, {
    path: ['link'],
    message: 'a link or a picture is needed',
  })
  .refine(({ reason, statement }) => reason !== 'other' || statement !== undefined, {
    path: ['statement'],
    message: 'is needed with this reason',
  })
  .meta({ id: 'MisuseReportBody' });
export type MisuseReportBody = z.infer<typeof MisuseReportBody>;

export const MisuseReceipt = z.object({ number: z.string(), receivedAt: z.iso.datetime() }).meta({
  id: 'MisuseReceipt',
  description: 'The same whatever was found, and whether or not a mail goes out: one does per address and day.',
});

export const MisuseConfirmationBody = z
  .strictObject({ token: z.string().min(1).max(200) })
  .meta({ id: 'MisuseConfirmationBody' });

export const MisuseConfirmation = z.object({ items: z.array(MisuseReceipt) }).meta({
  id: 'MisuseConfirmation',
  description:
    'The reports that are confirmed by this link. The same link confirms what was reported under its address within a day of it.',
});
