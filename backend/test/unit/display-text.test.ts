import { expect, test } from 'vitest';
import { displayText, displayTextInLines, withoutLinks } from '../../src/platform/http/display-text.js';

const UNSEEN = [
  '',
  ' ',
  '\u200D',
  '\uFE0F',
  '\uFE0F\u200D',
  '\u061C',
  '\u2060',
  '\u3164',
  '\u115F',
  '\u1160',
  '\uFFA0',
  '\u2800',
  '\u034F',
  '\u180B',
  '\u{E0100}',
  '\u{E0041}',
  '\u0301',
  '\u00A0',
  '\u3000',
  '\u200D\n\u200D',
  '\uFFFC',
  '\uFFF9\uFFFB',
];

test.each(
  UNSEEN.map((text) => [
    JSON.stringify(text).replace(/[^ -~]/gu, (mark) => `U+${mark.codePointAt(0)!.toString(16)}`),
    text,
  ]),
)('a name of %s alone is empty', (_what, text) => {
  for (const schema of [displayText(60), displayTextInLines(60)])
    expect(schema.safeParse(text).error?.issues[0]?.code).toBe('too_small');
  expect(displayText(60, 0).safeParse('\u200D').data).toBe('');
});

test.each([
  ['👩‍💻', '👩‍💻'],
  ['❤️', '❤️'],
  ['?', '?'],
  ['7', '7'],
  ['李', '李'],
  ['محمد', 'محمد'],
  ['\u061CAnna\u061C', 'Anna'],
  ['e\u0301', 'é'],
  [' A\u2060nna ', 'Anna'],
])('«%s» is a name', (text, shown) => expect(displayText(60).parse(text)).toBe(shown));

test.each([
  'Mehr auf https://example.org/x',
  'Mehr auf Beispiel.ch, dort.',
  'BEISPIEL.CH',
  'www.beispiel',
  'anna@example',
  't.me/abc',
  'bit.ly',
  'evil.рф',
  'bei xn--e1a4c.xn--p1ai',
  'Neu.Bild/abc',
  '192.168.0.1',
  'med.xyz/abc',
  'beispiel。com',
])('%j leads elsewhere', (text) => {
  expect(withoutLinks(displayText(80)).safeParse(text).success).toBe(false);
});

test.each([
  'Gut getroffen, z.B. die Augen.Danke',
  'Am 3.12.2026 um 10.30 Uhr, für CHF 17.90.',
  'Dr. med. A. B. Muster',
  'Dr.med. dipl.ing. Anna Muster',
  'i.d.R. so… wirklich...',
  'Ja.',
])('%j does not', (text) => {
  expect(withoutLinks(displayText(80)).parse(text)).toBe(text);
});
