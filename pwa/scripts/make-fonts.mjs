/**
 * Makes the web fonts: subsets the two families to Latin, writes WOFF2 files and the stylesheet that declares them together with
 * fallback faces of the same metrics, so that nothing moves when a font arrives.
 *
 *   node scripts/make-fonts.mjs
 *
 * The result (src/ui/fonts) is committed; run it again only when a family or the set of characters changes.
 */
import { readFile, writeFile, mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { create } from 'fontkit';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);
const target = join(dirname(fileURLToPath(import.meta.url)), '../src/ui/fonts');

/** The most that all font files together may weigh, in bytes. */
const BUDGET = 60_000;

const range = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join('');
const LATIN = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}ŒœŸ–—‘’‚“”„†•…‹›€−×`;
/** Names from the neighbourhood: Croatian, Polish, Turkish, Czech, Hungarian and their like. */
const LATIN_EXTENDED = range(0x100, 0x17f) + 'ȘșȚț';
const FEATURES = ['kern', 'liga', 'calt', 'ccmp', 'locl', 'mark', 'mkmk', 'tnum', 'lnum'];

/** Advance widths in 1/1000 em of the fonts that stand in before ours are there. */
const ARIAL = widths(
  '278 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500',
  '667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611',
);
const TIMES = widths(
  '250 444 500 444 500 444 333 500 500 278 278 500 278 778 500 500 500 500 333 389 278 500 500 722 500 500 444',
  '722 667 667 722 611 556 722 722 333 389 722 611 889 722 722 556 722 667 556 611 722 722 944 722 722 611',
);

const FAMILIES = [
  {
    name: 'Instrument Sans',
    weight: '400 700',
    file: 'instrument-sans',
    package: '@fontsource-variable/instrument-sans',
    source: (part) => `instrument-sans-${part}-wght-normal.woff2`,
    fallback: { local: ['Arial', 'Helvetica Neue', 'Helvetica', 'Liberation Sans', 'Arimo'], widths: ARIAL },
  },
  {
    name: 'Instrument Serif',
    weight: '400',
    file: 'instrument-serif',
    package: '@fontsource/instrument-serif',
    source: (part) => `instrument-serif-${part}-400-normal.woff2`,
    fallback: { local: ['Times New Roman', 'Times', 'Liberation Serif', 'Tinos'], widths: TIMES },
  },
];

function widths(lower, upper) {
  const table = new Map();
  Array.from(' abcdefghijklmnopqrstuvwxyz').forEach((c, i) => table.set(c, Number(lower.split(' ')[i]) / 1000));
  Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ').forEach((c, i) => table.set(c, Number(upper.split(' ')[i]) / 1000));
  return (character) => table.get(character);
}

/** Relative frequency of letters in German prose, in per mille, with the space (_): what a line of text is made of. */
const GERMAN_TEXT =
  '_160 e137 n82 i63 r59 t51 s56 a54 d43 h40 u35 l29 c23 g25 m21 o21 b16 w14 f14 k10 z9 p6 v6 j2 y1 x1 q1 S5 P4 D4 E3 B3 A3 F3 K3 G3 M3 W2 V2 I2 H2 T2 L2 R2'
    .split(' ')
    .map(([letter, ...share]) => [letter.replace('_', ' '), Number(share.join(''))]);

/** Mean advance width in em of German prose, given the width of one character. */
function averageWidth(widthOf) {
  const weight = GERMAN_TEXT.reduce((sum, [, share]) => sum + share, 0);
  return GERMAN_TEXT.reduce((sum, [letter, share]) => sum + widthOf(letter) * share, 0) / weight;
}

/** The few numbers, in em, that a matching fallback face needs. */
function readMetrics(sfnt) {
  const font = create(sfnt);
  const em = (units) => units / font.unitsPerEm;
  const widthOf = (letter) => em(font.glyphForCodePoint(letter.codePointAt(0)).advanceWidth);
  return {
    ascent: em(font.ascent),
    descent: em(-font.descent),
    lineGap: em(font.lineGap),
    averageWidth: averageWidth(widthOf),
  };
}

async function subset(family, part, characters) {
  const folder = dirname(require.resolve(`${family.package}/package.json`));
  const font = await readFile(join(folder, 'files', family.source(part)));
  const options = { keepFeatures: FEATURES, noHinting: true };
  return {
    woff2: await subsetFont(font, characters, { ...options, targetFormat: 'woff2' }),
    sfnt: await subsetFont(font, characters, { ...options, targetFormat: 'sfnt' }),
  };
}

function unicodeRange(characters) {
  const codes = [...new Set([...characters].map((c) => c.codePointAt(0)))].sort((a, b) => a - b);
  const runs = [];
  for (const code of codes) {
    const last = runs.at(-1);
    if (last && code === last[1] + 1) last[1] = code;
    else runs.push([code, code]);
  }
  return runs.map(([a, b]) => `U+${a.toString(16)}${a === b ? '' : `-${b.toString(16)}`}`).join(', ');
}

const percent = (value) => `${(value * 100).toFixed(2)}%`;

function face(family, file, characters) {
  return `@font-face {
  font-family: '${family.name}';
  font-style: normal;
  font-weight: ${family.weight};
  font-display: swap;
  src: url('./${file}') format('woff2');
  unicode-range: ${unicodeRange(characters)};
}`;
}

function fallbackFace(family, metrics) {
  const size = metrics.averageWidth / averageWidth(family.fallback.widths);
  return `@font-face {
  font-family: '${family.name} Fallback';
  src: ${family.fallback.local.map((name) => `local('${name}')`).join(', ')};
  size-adjust: ${percent(size)};
  ascent-override: ${percent(metrics.ascent / size)};
  descent-override: ${percent(metrics.descent / size)};
  line-gap-override: ${percent(metrics.lineGap / size)};
}`;
}

await mkdir(target, { recursive: true });
const rules = ['/* Written by scripts/make-fonts.mjs; change it there. */'];
let total = 0;
for (const family of FAMILIES) {
  const latin = await subset(family, 'latin', LATIN);
  const extended = await subset(family, 'latin-ext', LATIN_EXTENDED);
  for (const [part, font, characters] of [
    ['latin', latin, LATIN],
    ['latin-ext', extended, LATIN_EXTENDED],
  ]) {
    const file = `${family.file}-${part}.woff2`;
    await writeFile(join(target, file), font.woff2);
    rules.push(face(family, file, characters));
    total += font.woff2.length;
    console.log(`${file}: ${font.woff2.length} bytes`);
  }
  rules.push(fallbackFace(family, readMetrics(latin.sfnt)));
}
await writeFile(join(target, 'fonts.css'), `${rules.join('\n\n')}\n`);
console.log(`together: ${total} bytes of ${BUDGET}`);
if (total > BUDGET) throw new Error('The fonts weigh more than their budget.');
