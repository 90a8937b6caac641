import { z } from 'zod';

/** Marks that change how neighbouring text reads (direction overrides) or are not seen at all; emoji need the joiner U+200D. */
const INVISIBLE = /[\u200B\u200C\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u00AD]/gu;
const CONTROL = /\p{Cc}/u;

/** A name people read: trimmed, without invisible marks, no control characters, 1 to `max` characters. */
export const displayText = (max: number) =>
  z
    .string()
    .overwrite((text) => text.normalize('NFC').replace(INVISIBLE, '').trim())
    .min(1)
    .max(max)
    .refine((text) => !CONTROL.test(text), { message: 'control characters are not allowed' });
