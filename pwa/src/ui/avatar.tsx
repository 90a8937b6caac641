import { useState } from 'react';
import styles from './avatar.module.css';
import { Initials } from './initials';

/** Somebody's picture from elsewhere, fetched without saying where it is shown; the initials where there is none or it cannot be loaded. */
export function Avatar({ src, name }: { src: string | null; name: string }) {
  const [failed, setFailed] = useState<string | null>(null);
  const isShown = src !== null && src !== failed;
  return (
    <span className={styles.avatar}>
      {isShown ? (
        <img
          src={src}
          alt=""
          referrerPolicy="no-referrer"
          decoding="async"
          className={styles.picture}
          onError={() => setFailed(src)}
        />
      ) : (
        <Initials name={name} />
      )}
    </span>
  );
}
