import { errorText, type Loaded, type Schemas } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { EmptyState, Picture } from '~/ui';
import styles from './figures.module.css';

type Style = Schemas['Style'];

/** The house figure by itself, and in the light of each style. */
export function Figures({ list }: { list: Loaded<Style[]> }) {
  const t = useText();
  return (
    <ul className={styles.figures} aria-label={t('design.section.figure')}>
      <li>
        <Picture src="/previews/figure-640.webp" alt="" />
        <p className={styles.name}>{t('design.figure.bare')}</p>
      </li>
      {list.ok ? (
        list.value.map(({ slug, previewUrl, displayName }) => (
          <li key={slug}>
            <Picture src={previewUrl} alt="" placeholder={displayName} />
            <p className={styles.name}>{displayName}</p>
          </li>
        ))
      ) : (
        <li className={styles.failed}>
          <EmptyState tone="bad">{errorText(list.error)}</EmptyState>
        </li>
      )}
    </ul>
  );
}
