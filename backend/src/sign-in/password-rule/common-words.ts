import { createRequire } from 'node:module';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { foldings, reversed } from './forms.js';
import { germanWords } from './german-words.js';

/** Rows and columns of the Swiss and German keyboard as people slide over them; the library's graphs know no umlauts. */
const slides = [
  '1234567890',
  'qwertzuiopü',
  'qwertyuiop',
  'asdfghjklöä',
  'asdfghjkléà',
  'yxcvbnm,.-',
  'zxcvbnm,.-',
  '1qay2wsx3edc4rfv5tgb6zhn',
  'qaywsxedcrfvtgbzhnujm',
];
const shortestSlide = 4;

interface Knowledge {
  words: ReadonlySet<string>;
  slides: readonly string[];
  patterns: ZxcvbnFactory;
}

let knowledge: Knowledge | undefined;

/** Built on the first question: processes that never see a password do not carry the list. */
function know(): Knowledge {
  if (knowledge) return knowledge;
  const common: typeof import('@zxcvbn-ts/language-common') = createRequire(import.meta.url)(
    '@zxcvbn-ts/language-common',
  );
  const { qwertz, qwerty, azerty, keypad } = common.adjacencyGraphs;
  knowledge = {
    words: new Set([
      ...common.dictionary['passwords-common'],
      ...common.dictionary['diceware-common'],
      ...germanWords.flatMap(foldings),
    ]),
    slides: slides.flatMap((slide) => foldings(slide).flatMap((folded) => [folded, reversed(folded)])),
    // Dictionary and substitutions stay out: with them one long password takes 100 ms, and the list is asked directly.
    patterns: new ZxcvbnFactory({ graphs: { qwertz, qwerty, azerty, keypad }, l33tTable: {} }),
  };
  return knowledge;
}

/** @param word folded; see `foldings`. */
export const isListed = (word: string): boolean => know().words.has(word);

/** A stretch of four or more neighbouring keys, in either direction. */
export const isSlide = (word: string): boolean =>
  word.length >= shortestSlide && know().slides.some((slide) => slide.includes(word));

/** Tries somebody needs who knows keyboard walks, sequences, repeats and dates, but no words. */
export const guessesByPattern = (text: string): number => know().patterns.check(text).guesses;
