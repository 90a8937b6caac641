import styles from './initials.module.css';

/** The first letters of a name in a square: an avatar that needs no picture. */
export function Initials({ name }: { name: string }) {
  const letters = name
    .split(/\s+/u)
    .filter(Boolean)
    .map((part) => [...part][0] ?? '');
  const shown = letters.length > 1 ? `${letters[0]}${letters.at(-1)}` : (letters[0] ?? '');
  return (
    <span aria-hidden="true" className={styles.initials}>
      {shown.toLocaleUpperCase('de-CH')}
    </span>
  );
}
