import { useText } from '~/lib/i18n';
import { TextLink } from '~/ui/text-link';
import styles from './blog.module.css';
import { Sign } from './parts';

/** The headings of a long text: folded above it on a phone, always open beside it where there is room. */
export function Contents({ headings }: { headings: readonly { id: string; text: string }[] }) {
  const t = useText();
  return (
    <nav aria-label={t('site.contents')} className={styles.contents}>
      <details>
        <summary className={styles.contentsTitle}>
          {t('site.contents')}
          <Sign />
        </summary>
        <ol>
          {headings.map(({ id, text }) => (
            <li key={id}>
              <TextLink href={`#${id}`} variant="plain">
                {text}
              </TextLink>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  );
}
