import type { Product } from './product.js';
import { until } from './until.js';

export interface ReceivedLetter {
  subject: string;
  text: string;
  html: string;
  messageId: string;
  /** When it arrived, ISO 8601; of the last time if it came twice. */
  date: string;
}

/** Mails to an address whose subject fits, newest first; waits until there are as many as expected. */
export async function lettersTo(
  product: Product,
  email: string,
  subject: RegExp,
  expected = 1,
): Promise<ReceivedLetter[]> {
  const read = async () => {
    const letters = (await (
      await fetch(`${product.mailbox.url}/messages?to=${encodeURIComponent(email)}`)
    ).json()) as ReceivedLetter[];
    return letters.filter((letter) => subject.test(letter.subject));
  };
  if (expected === 0) return read();
  return until(`${expected} mails ${subject}`, async () => {
    const letters = await read();
    return letters.length >= expected ? letters : null;
  });
}

/** The token in the newest mail that links to a page of the app. */
export async function linkToken(
  product: Product,
  email: string,
  page: 'confirm-email' | 'reset-password',
): Promise<string> {
  return until(`the link to ${page}`, async () => {
    const letters = await lettersTo(product, email, /./, 0);
    const found = letters.map((letter) => new RegExp(`/${page}\\?token=(\\S+)`).exec(letter.text)?.[1]).find(Boolean);
    return found ? decodeURIComponent(found) : null;
  });
}
