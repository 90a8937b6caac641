import { z } from 'zod';

/** Marks that change how neighbouring text reads (direction overrides) or are not seen at all (fillers, tags); emoji need the joiner U+200D. */
const INVISIBLE = /[\u200B\u200C\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u00AD\u180E\u2800\u3164\u115F\u1160\uFFA0\u{E0000}-\u{E007F}]/gu;
const CONTROL = /\p{Cc}/u;
const LINE_BREAKS = /\r\n|[\r\u2028\u2029]/g;

/** A name people read: trimmed, without invisible marks, no control characters, `min` to `max` characters. */
export const displayText = (max: number, min = 1) =>
  z
    .string()
    .overwrite((text) => text.normalize('NFC').replace(INVISIBLE, '').trim())
    .min(min)
    .max(max)
    .refine((text) => !CONTROL.test(text), { message: 'control characters are not allowed' })
    .refine((text) => text.isWellFormed(), { message: 'half characters are not allowed' });

/** The same in several lines, as somebody writes a reason; their breaks become plain ones, and never more than two in a row. */
export const displayTextInLines = (max: number, min = 1) =>
  z
    .string()
    .overwrite((text) => text.normalize('NFC').replace(INVISIBLE, '').replaceAll('\t', ' ').replace(LINE_BREAKS, '\n').replace(/\n{3,}/g, '\n\n').trim())
    .min(min)
    .max(max)
    .refine((text) => !CONTROL.test(text.replaceAll('\n', '')), { message: 'control characters are not allowed' })
    .refine((text) => text.isWellFormed(), { message: 'half characters are not allowed' });
