import { useText } from '~/lib/i18n';
import type { Article } from '../content/articles';
import { panelsOf } from './article-drawings';
import styles from './illustration.module.css';

/** What the article explains, in pictures: drawn in lines, with a sentence below each. */
export function Illustration({ article: { slug, pictured } }: { article: Article }) {
  const t = useText();
  return (
    <ul aria-label={t('site.blog.pictured')} className={styles.panels}>
      {panelsOf(slug).map(({ drawing, isGood }, index) => (
        <li key={index} className={styles.panel}>
          <svg viewBox="0 0 64 72" className={styles.drawing} aria-hidden="true">
            <rect x="0.500" y="0.500" width="63" height="71" className={styles.frame} />
            {drawing}
            {isGood === undefined ? null : (
              <>
                <circle cx="56" cy="8" r="5.500" className={isGood ? styles.good : styles.bad} />
                <path d={isGood ? 'M53.500 8l2 2 3.500-4' : 'M54 6l4 4M58 6l-4 4'} className={styles.sign} />
              </>
            )}
          </svg>
          <p className={styles.words}>{pictured[index]}</p>
        </li>
      ))}
    </ul>
  );
}
