import { z } from 'zod';
import { facts } from '../../facts/index.js';
import { displayText } from '../../platform/http/index.js';

export const Me = z
  .object({
    id: z.uuid(),
    email: z.string(),
    displayName: z.string().nullable(),
    avatarUrl: z.string().nullable(),
    role: z.enum(['user', 'admin']),
    emailConfirmed: z.boolean(),
    credits: z.int(),
    hasActiveSubscription: z.boolean(),
    nextGrant: z
      .object({ credits: z.int(), at: z.iso.datetime() })
      .nullable()
      .describe('The next credits of the running plan, if it renews.'),
    notifyByEmail: z.boolean().describe('Whether finished trainings and portraits are told by mail.'),
    notifyByPush: z.boolean().describe('Whether they are told by push message, on devices that allowed it.'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Me' });
export type Me = z.infer<typeof Me>;

const HttpsUrl = z.url({ protocol: /^https$/, hostname: z.regexes.domain });

const CONTROL_OR_SPACE = /[\p{C}\s]/u;
const LOCAL_HOST = /\.(local|internal|localhost|invalid)$/;

/** Parsing drops tabs and line breaks without a word, so an address with such signs stays as it is and is refused below. */
const normalised = (text: string) => (CONTROL_OR_SPACE.test(text) || !URL.canParse(text) ? text : new URL(text).href);

function isPublicPicture(text: string): boolean {
  if (CONTROL_OR_SPACE.test(text) || !HttpsUrl.safeParse(text).success) return false;
  const { username, password, hostname } = new URL(text);
  return !username && !password && !LOCAL_HOST.test(hostname);
}

/** Only https on a named public host: the server never fetches it, browsers load it without a referrer. */
const AvatarUrl = z
  .string()
  .overwrite((text) => normalised(text.trim()))
  .max(2000)
  .refine((text) => text === '' || isPublicPicture(text), { message: 'must be an https address' });

export const UpdateMeBody = z
  .strictObject({
    displayName: displayText(facts.account.displayNameMax, 0).nullable().optional().describe('Empty or null: none.'),
    avatarUrl: AvatarUrl.nullable().optional().describe('An https address; empty or null: none.'),
    notifyByEmail: z.boolean().optional(),
    notifyByPush: z.boolean().optional(),
  })
  .meta({ id: 'UpdateMeBody' });
