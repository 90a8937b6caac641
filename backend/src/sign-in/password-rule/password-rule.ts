import { facts } from '../../facts/index.js';
import { guessesByPattern, isListed, isSlide } from './common-words.js';
import { foldings, repeatedUnit, reversed, withoutLongRuns, withoutSeparator, withoutSubstitutions } from './forms.js';
import { consistsOf, personWords, type Person } from './person-words.js';

export type PasswordProblem = 'too_short' | 'too_common';

/** Longer than every listed word with every decoration; what still is longer after repeats are folded has enough in it. */
const longestAnalysed = 32;
/** Five random digits. Six random letters are 300 million. */
const patternGuesses = 100_000;
/** Four random digits, a year or a date: what may surround a listed word without making it better. */
const decorationGuesses = 50_000;
const decorationSigns = 3;
const decorationSteps = 5;
/** «petra1985muster». */
const innerDigits = 4;
const shortestCore = 3;

const isTooShort = (text: string) => Array.from(text).length < facts.account.passwordMinLength;

interface Decoration {
  length: number;
  guesses: number;
}

/** Ways to cut a run of digits and punctuation: a few signs from outside, or all of it. */
function decorations(run: number, part: (length: number) => string): Decoration[] {
  const lengths = new Set([...Array(Math.min(run, decorationSteps) + 1).keys(), run]);
  return [...lengths].flatMap((length) => {
    const cut = part(length);
    const digits = cut.replace(/\P{N}/gu, '');
    const signs = new Set(cut.replace(/\p{N}/gu, ''));
    if (signs.size > decorationSigns) return [];
    return { length, guesses: digits ? Math.min(10 ** digits.length, guessesByPattern(digits)) : 1 };
  });
}

/** The text without what people put before and behind a word: «2026!», «**». Text without letters is only cut at its end. */
function cores(text: string): string[] {
  const lead = text.search(/\p{L}/u);
  const tail = /\P{L}*$/u.exec(text)![0].length;
  const before = decorations(Math.max(lead, 0), (length) => text.slice(0, length));
  const behind = decorations(Math.min(tail, text.length - shortestCore), (length) => text.slice(text.length - length));
  const pairs = before.flatMap((left) => behind.map((right) => ({ left, right })));
  return pairs
    .filter(({ left, right }) => left.guesses * right.guesses <= decorationGuesses)
    .map(({ left, right }) => text.slice(left.length, text.length - right.length))
    .filter((core) => core.length >= shortestCore);
}

function isKnown(core: string, words: readonly string[]): boolean {
  const forms = new Set([core, withoutSeparator(core), ...(/\p{L}/u.test(core) ? withoutSubstitutions(core) : [])]);
  return [...forms].some(
    (form) => isListed(form) || isListed(reversed(form)) || isSlide(form) || consistsOf(words, form, 0),
  );
}

function isCommon(text: string, words: readonly string[]): boolean {
  if (consistsOf(words, text, innerDigits)) return true;
  const unit = repeatedUnit(text);
  const analysed = unit.length > longestAnalysed ? withoutLongRuns(unit) : unit;
  if (analysed.length > longestAnalysed) return false;
  return (
    isTooShort(analysed) ||
    guessesByPattern(analysed) < patternGuesses ||
    cores(analysed).some((core) => isKnown(core, words))
  );
}

/**
 * Whether a new password may be taken. Compares folded copies (NFKC, small letters); the password itself is hashed as given.
 * @param password at most 200 characters; the request schema sees to that.
 * @returns `too_short` below six code points (docs/passwords.md#why-six), `too_common` for what is guessed first, otherwise null.
 */
export function passwordProblem(password: string, person: Person): PasswordProblem | null {
  if (isTooShort(password)) return 'too_short';
  const words = personWords(person);
  return foldings(password).some((text) => isCommon(text, words)) ? 'too_common' : null;
}
