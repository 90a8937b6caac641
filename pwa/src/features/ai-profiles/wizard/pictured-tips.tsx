import type { ReactNode } from 'react';
import { useText } from '~/lib/i18n';
import { DARKENED, Head, SMILE, SUNGLASSES, TREE, WINDOW } from '~/ui/drawn-head';
import styles from './pictured-tips.module.css';

export const TIPS = ['poses', 'light', 'size', 'variety'] as const;
type Tip = (typeof TIPS)[number];

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
        <path d={DARKENED} fill="currentColor" fillOpacity={0.55} />
        <path d={SUNGLASSES} fill="currentColor" fillOpacity={0.55} />
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
