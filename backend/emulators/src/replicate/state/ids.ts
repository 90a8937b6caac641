import { randomBytes } from 'node:crypto';

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** `length` random characters as Replicate's ids have them. */
export function randomToken(length: number): string {
  return Array.from(randomBytes(length), (byte) => alphabet[byte % 32]).join('');
}

/** Id of a training, a prediction or a file. */
export const newId = (): string => randomToken(26);

/** Id of a model's version: 64 hexadecimal digits. */
export const newVersionId = (): string => randomBytes(32).toString('hex');

/** Id of a webhook message, the same for every try. */
export const newMessageId = (): string => `msg_${randomToken(24)}`;
