import styles from './secret.module.css';

/** Something to be copied or typed letter by letter: a key, a code. */
export function Secret({ children }: { children: string }) {
  return <code className={styles.secret}>{children}</code>;
}
