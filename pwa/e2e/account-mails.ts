import { expect, type APIRequestContext } from '@playwright/test';

const mailbox = process.env.BILDNIS_MAILBOX_URL ?? '';

/** The texts of all mails to an address, newest first. */
async function textsOf(request: APIRequestContext, email: string): Promise<string[]> {
  const mails = (await (await request.get(`${mailbox}/messages?to=${encodeURIComponent(email)}`)).json()) as {
    text: string;
  }[];
  return mails.map(({ text }) => text);
}

/** Where the newest link of a mail to an address leads, as path and query; waits until it is none of `seen`. */
export async function linkFromMail(
  request: APIRequestContext,
  email: string,
  path: '/confirm-email' | '/reset-password',
  seen: readonly string[] = [],
): Promise<string> {
  let found = '';
  await expect(async () => {
    const links = (await textsOf(request, email)).flatMap(
      (text) => new RegExp(`${path}\\?token=[\\w.-]+`).exec(text)?.[0] ?? [],
    );
    found = links.find((link) => !seen.includes(link)) ?? '';
    expect(found).not.toBe('');
  }).toPass({ timeout: 20_000, intervals: [50] });
  return found;
}

/** The code in the newest mail to an address that has one. */
export async function codeFromMail(request: APIRequestContext, email: string): Promise<string> {
  let code = '';
  await expect(async () => {
    code = (await textsOf(request, email)).flatMap((text) => /Code lautet (\d{6})/.exec(text)?.[1] ?? [])[0] ?? '';
    expect(code).not.toBe('');
  }).toPass({ timeout: 20_000, intervals: [50] });
  return code;
}

/** How many mails an address has got. */
export const countMails = async (request: APIRequestContext, email: string): Promise<number> =>
  (await textsOf(request, email)).length;
