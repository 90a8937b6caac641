import styles from './guide.module.css';
import type { Prompt } from './prompts';

/** How far eyes, nose and mouth move with a turn, in units of the drawing. */
const ASIDE = { front: 0, left: -7, right: 7, side: -7 } as const;
const MOUTH = { any: 'q5 1.5 10 0', calm: 'h10', smile: 'q5 7 10 0' } as const;
/** A window beside the head, and another neckline. */
const AROUND = { light: 'M3 8h13v26h-13zM9.500 8v26M3 21h13', clothes: 'M24 62l8 8 8-8' } as const;

/** A head as one sees oneself in the mirror: what the photo is to show. */
export function HeadDrawing({ prompt: { turn, mouth, change } }: { prompt: Prompt }) {
  const x = 32 + ASIDE[turn];
  return (
    <svg viewBox="0 0 64 72" className={styles.head} aria-hidden="true" focusable="false">
      <path d="M32 6c11 0 17 8 17 19s-7 24-17 24-17-13-17-24 6-19 17-19z" />
      <path d="M26 47v7c0 4-12 5-20 14M38 47v7c0 4 12 5 20 14" />
      <path
        d={`M${x - 8} 25h4M${x + 4} 25h4M${x + (turn === 'front' ? 0 : ASIDE[turn] / 3)} 27v7M${x - 5} 40${MOUTH[mouth]}`}
      />
      {change ? <path d={AROUND[change]} className={styles.change} /> : null}
    </svg>
  );
}
