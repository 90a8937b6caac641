/** How umlauts are written out where the keyboard has none. */
const transliterations: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' };

/** What remains is compared only, never hashed: small letters, no accents; umlauts once bare and once written out. */
export function foldings(text: string): string[] {
  const plain = text.normalize('NFKC').toLowerCase().replaceAll('\u00df', 'ss');
  const stripped = (folded: string) => folded.normalize('NFD').replace(/\p{M}/gu, '');
  return [...new Set([stripped(plain), stripped(plain.replace(/[äöü]/gu, (letter) => transliterations[letter]!))])];
}

const substitutions: Readonly<Record<string, string>> = {
  '0': 'o',
  '2': 'z',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '6': 'g',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '€': 'e',
  '+': 't',
  '(': 'c',
  '<': 'c',
  '!': 'i',
  '|': 'l',
};

/** Undoes «P@ssw0rt»; twice, because a 1 stands for an i or an l. */
export function withoutSubstitutions(text: string): string[] {
  const letters = Array.from(text, (sign) => substitutions[sign] ?? sign).join('');
  return letters.includes('1') ? [letters.replaceAll('1', 'i'), letters.replaceAll('1', 'l')] : [letters];
}

export const reversed = (text: string) => Array.from(text).reverse().join('');

export const onlyLettersAndDigits = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '');

/** «p.a.s.s» → «pass»; text with different signs in it stays as it is. */
export function withoutSeparator(text: string): string {
  const signs = new Set(text.replace(/[\p{L}\p{N}]/gu, ''));
  return signs.size === 1 ? onlyLettersAndDigits(text) : text;
}

/** «hallohallohal» → «hallo»; text that does not come round at least twice stays as it is. */
export function repeatedUnit(text: string): string {
  for (let period = 1; period * 2 <= text.length; period++) {
    if (text.startsWith(text.slice(period))) return text.slice(0, period);
  }
  return text;
}

/** «haaaaallo» → «haallo». */
export const withoutLongRuns = (text: string) => text.replace(/(.)\1{2,}/gsu, '$1$1');
