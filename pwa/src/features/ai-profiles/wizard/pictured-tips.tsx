import type { ReactNode } from 'react';
import { useText } from '~/lib/i18n';
import styles from './pictured-tips.module.css';

export const TIPS = ['poses', 'light', 'size', 'variety'] as const;
type Tip = (typeof TIPS)[number];

interface HeadProps {
  /** Middle of the head, and its size; 1 fills a picture. */
  x?: number;
  y?: number;
  size?: number;
  /** How far it is turned, in units of the drawing. */
  turn?: number;
  mouth?: string;
  children?: ReactNode;
}

/** A head with shoulders, 64 units wide. */
function Head({ x = 32, y = 36, size = 1, turn = 0, mouth = 'h10', children }: HeadProps) {
  const middle = 32 + turn;
  return (
    <g transform={`translate(${x - 32 * size} ${y - 36 * size}) scale(${size})`}>
      <path d="M32 8c10 0 15 7 15 17s-6 22-15 22-15-12-15-22S22 8 32 8z" className={styles.face} />
      <path d="M27 46v6c0 4-12 5-19 15M37 46v6c0 4 12 5 19 15" />
      <path d={`M${middle - 8} 26h4M${middle + 4} 26h4M${middle} 28v6M${middle - 5} 39${mouth}`} />
      {children}
    </g>
  );
}

const SMILE = 'q5 6 10 0';
const SUNGLASSES = 'M21 23h10v5q-5 4-10 0zM33 23h10v5q-5 4-10 0zM31 24h2';
const DARKENED = 'M34 9c9 1 13 8 13 16s-5 20-13 22z';
const WINDOW = 'M3 8h10v20h-10zM8 8v20M3 18h10';
const TREE = 'M54 22c6 0 8-10 2-12 0-6-9-6-9 0-6 1-5 12 1 12M51 22v20';

/** What a good photo shows, and what a bad one. */
const PICTURES: Record<Tip, { good: ReactNode; bad: ReactNode }> = {
  poses: {
    good: (
      <>
        <Head x={17} y={40} size={0.5} />
        <Head x={47} y={40} size={0.5} turn={-6} mouth={SMILE} />
      </>
    ),
    bad: (
      <>
        <Head x={17} y={40} size={0.5} />
        <Head x={47} y={40} size={0.5} />
      </>
    ),
  },
  light: {
    good: (
      <>
        <path d={WINDOW} />
        <Head x={36} mouth={SMILE} />
      </>
    ),
    bad: (
      <Head>
        <path d={DARKENED} className={styles.dark} />
        <path d={SUNGLASSES} className={styles.dark} />
      </Head>
    ),
  },
  size: { good: <Head mouth={SMILE} />, bad: <Head y={52} size={0.22} /> },
  variety: {
    good: (
      <>
        <Head x={17} y={40} size={0.5} mouth={SMILE} />
        <path d={TREE} transform="translate(-14 20) scale(.8)" />
        <Head x={47} y={44} size={0.42}>
          <path d="M20 66l12-10 12 10" />
        </Head>
      </>
    ),
    bad: (
      <>
        <path d={WINDOW} />
        <path d={WINDOW} transform="translate(31)" />
        <Head x={19} y={44} size={0.46} />
        <Head x={50} y={44} size={0.46} />
      </>
    ),
  },
};

function Drawing({ children, isGood }: { children: ReactNode; isGood: boolean }) {
  return (
    <svg viewBox="0 0 64 72" className={styles.drawing} data-good={isGood || undefined} aria-hidden="true">
      <rect x="0.75" y="0.75" width="62.5" height="70.5" className={styles.frame} />
      {children}
      <circle cx="55" cy="9" r="7" className={styles.mark} />
      <path
        d={isGood ? 'M51.500 9l2.500 2.500 4.500-5' : 'M52.500 6.500l5 5M57.500 6.500l-5 5'}
        className={styles.sign}
      />
    </svg>
  );
}

/** Before the first photo: what makes good ones, drawn beside what does not. */
export function PicturedTips() {
  const t = useText();
  return (
    <section aria-label={t('aiProfiles.wizard.tips')} className={styles.section}>
      <h2 className={styles.title}>{t('aiProfiles.wizard.tips')}</h2>
      <ul className={styles.tips}>
        {TIPS.map((tip) => (
          <li key={tip} className={styles.tip}>
            <div className={styles.pair}>
              <Drawing isGood>{PICTURES[tip].good}</Drawing>
              <Drawing isGood={false}>{PICTURES[tip].bad}</Drawing>
            </div>
            <p className={styles.text}>{t(`aiProfiles.wizard.tip.${tip}`)}</p>
          </li>
        ))}
      </ul>
      <p className={styles.cost}>{t('aiProfiles.wizard.costAhead')}</p>
    </section>
  );
}
