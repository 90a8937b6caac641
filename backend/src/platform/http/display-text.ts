import { z } from 'zod';

/** Marks that change how neighbouring text reads (direction overrides) or are not seen at all (fillers, tags); emoji need the joiner U+200D. */
const INVISIBLE =
  /[\u061C\u200B\u200C\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u00AD\u180E\u2800\u3164\u115F\u1160\uFFA0\u{E0000}-\u{E007F}]/gu;
/** What Unicode says is not shown by itself, the empty braille pattern, and places for objects and notes that text has none of. Joiners and variation selectors stay within emoji, but are no name. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFC]/gu;
const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u;
const CONTROL = /\p{Cc}/u;
const LINE_BREAKS = /\r\n|[\r\u2028\u2029]/g;

/** The text without invisible marks and outer spaces; empty where none of it would be seen. */
function readable(text: string): string {
  const rest = text.normalize('NFC').replace(INVISIBLE, '').trim();
  return SEEN.test(rest.replace(UNSEEN, '')) ? rest : '';
}

/** A name people read: trimmed, without invisible marks, no control characters, `min` to `max` characters. */
export const displayText = (max: number, min = 1) =>
  z
    .string()
    .overwrite(readable)
    .min(min)
    .max(max)
    .refine((text) => !CONTROL.test(text), { message: 'control characters are not allowed' })
    .refine((text) => text.isWellFormed(), { message: 'half characters are not allowed' });

/** The same in several lines, as somebody writes a reason; their breaks become plain ones, and never more than two in a row. */
export const displayTextInLines = (max: number, min = 1) =>
  z
    .string()
    .overwrite((text) =>
      readable(
        text
          .replaceAll('\t', ' ')
          .replace(LINE_BREAKS, '\n')
          .replace(/\n{3,}/g, '\n\n'),
      ),
    )
    .min(min)
    .max(max)
    .refine((text) => !CONTROL.test(text.replaceAll('\n', '')), { message: 'control characters are not allowed' })
    .refine((text) => text.isWellFormed(), { message: 'half characters are not allowed' });

/**
 * What leads elsewhere: a protocol, `www`, an address of email, a name with a dot in it (`t.me`, `пример.рф`), a path or number of a host.
 * «z.B.», «10.30» and a sentence that begins without a space are none.
 */
const LINK =
  /:\/\/|\bwww\.|@|[\p{L}\d-]\.(?:ch|li|de|at|eu|com|net|org|io|ai|app|info|shop|swiss)\b|\.\p{L}{2,}\/|\d{1,3}(?:\.\d{1,3}){3}/iu;
/** Titles as people write them, also without a space after the full stop: «Dr.med.». */
const TITLES = /(?<!\p{L})(?:dr|prof|dipl|lic|med|rer|phil|ing|mag)\./giu;
/** In German a word after a full stop begins with a capital. */
const NAME_OF_HOST = /[\p{L}\d-][.\u3002\uFF0E\uFF61]\p{Ll}{2}/u;

/** The same text, which is no place for advertising nor for somebody's address. */
export const withoutLinks = (text: z.ZodString) =>
  text.refine((words) => !LINK.test(words) && !NAME_OF_HOST.test(words.replaceAll(TITLES, ' ')), {
    message: 'no links and no addresses',
  });
