import { foldings, onlyLettersAndDigits, reversed } from './forms.js';

export interface Person {
  email?: string;
  displayName?: string | null;
}

const brand = 'Bildnis';
const shortestWord = 3;
/** «pmuster», «drmuster»: so little besides the name makes no password. */
const spareLetters = 2;

const pieces = (text: string) => text.split(/[^\p{L}\p{M}]+/u);

/** Everything a stranger finds in the address and the name, folded, longest first, forwards and backwards. */
export function personWords({ email = '', displayName }: Person): string[] {
  const at = email.lastIndexOf('@');
  const local = email.slice(0, Math.max(at, 0));
  const domain = email.slice(at + 1);
  const owner = domain.slice(0, Math.max(domain.lastIndexOf('.'), 0));
  const name = displayName ?? '';
  const words = [local, domain, owner, name, brand, ...[local, owner, name].flatMap(pieces)];
  const folded = words
    .flatMap(foldings)
    .map(onlyLettersAndDigits)
    .filter((word) => word.length >= shortestWord);
  return [...new Set(folded.flatMap((word) => [word, reversed(word)]))].sort((a, b) => b.length - a.length);
}

/** Whether next to nothing remains once the person's words are taken out: at most two letters and `spareDigits` digits. */
export function consistsOf(words: readonly string[], text: string, spareDigits: number): boolean {
  const signs = onlyLettersAndDigits(text);
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), signs);
  const letters = rest.replace(/\P{L}/gu, '').length;
  return rest.length < signs.length && letters <= spareLetters && rest.length - letters <= spareDigits;
}
