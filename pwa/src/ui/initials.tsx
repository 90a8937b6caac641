import styles from './initials.module.css';

/** The first letter or digit of a word, with the marks on it. */
const LETTER = /\p{L}\p{M}*|\p{N}/u;

/** The first letters of the first and the last word that have one; of a name without letters whatever it begins with. */
function initialsOf(name: string): string {
  const letters = name.split(/\s+/u).flatMap((word) => LETTER.exec(word)?.[0] ?? []);
  if (letters.length === 0) return [...new Intl.Segmenter('de-CH').segment(name.trim())][0]?.segment ?? '';
  return letters.length > 1 ? `${letters[0]}${letters.at(-1)}` : letters[0]!;
}

/** The first letters of a name in a square: an avatar that needs no picture. */
export function Initials({ name }: { name: string }) {
  return (
    <span aria-hidden="true" className={styles.initials}>
      {initialsOf(name).toLocaleUpperCase('de-CH')}
    </span>
  );
}
