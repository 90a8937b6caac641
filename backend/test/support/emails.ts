import type { Product } from './product.js';
import { until } from './until.js';

export interface ReceivedEmail {
  subject: string;
  text: string;
  html: string;
  messageId: string;
  /** When it arrived, ISO 8601; of the last time if it came twice. */
  date: string;
}

/** Mails to an address whose subject fits, newest first; waits until there are as many as expected. */
export async function emailsTo(
  product: Product,
  email: string,
  subject: RegExp,
  expected = 1,
): Promise<ReceivedEmail[]> {
  const read = () => product.mailbox.emailsTo(email).filter((mail) => subject.test(mail.subject));
  if (expected === 0) return read();
  return until(`${expected} mails ${subject}`, () => {
    const mails = read();
    return mails.length >= expected ? mails : null;
  });
}

/** The token in the newest mail that links to a page of the app. */
export async function linkToken(
  product: Product,
  email: string,
  page: 'confirm-email' | 'reset-password',
): Promise<string> {
  return until(`the link to ${page}`, async () => {
    const mails = await emailsTo(product, email, /./, 0);
    const found = mails.map((mail) => new RegExp(`/${page}\\?token=(\\S+)`).exec(mail.text)?.[1]).find(Boolean);
    return found ? decodeURIComponent(found) : null;
  });
}
