import { expect, type APIRequestContext } from '@playwright/test';

const mailbox = process.env.BILDNIS_MAILBOX_URL ?? '';

/** The newest mail to an address in which something is found; waits for it. */
async function findInMails(
  request: APIRequestContext,
  email: string,
  find: (mail: { subject: string; text: string }) => string | undefined,
): Promise<string> {
  let found: string | undefined;
  await expect(async () => {
    const mails = (await (await request.get(`${mailbox}/messages?to=${encodeURIComponent(email)}`)).json()) as {
      subject: string;
      text: string;
    }[];
    found = mails.map(find).find(Boolean);
    expect(found).toBeDefined();
  }).toPass({ timeout: 20_000, intervals: [50] });
  return found!;
}

/** The text of the newest mail to an address whose subject fits. */
export const textOfMail = (request: APIRequestContext, email: string, subject: RegExp): Promise<string> =>
  findInMails(request, email, (mail) => (subject.test(mail.subject) ? mail.text : undefined));

/** Where the newest link of a mail to an address leads, as path and query; waits until it is none of `seen`. */
export const linkFromMail = (
  request: APIRequestContext,
  email: string,
  path: '/confirm-email' | '/reset-password' | '/missbrauch-melden',
  seen: readonly string[] = [],
): Promise<string> =>
  findInMails(request, email, ({ text }) => {
    const link = new RegExp(`${path}\\?token=[\\w.-]+`).exec(text)?.[0];
    return link && !seen.includes(link) ? link : undefined;
  });
