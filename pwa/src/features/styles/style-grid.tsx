import { useText } from '~/lib/i18n';
import { AppLink } from '~/lib/navigation';
import { Picture } from '~/ui';
import styles from './style-grid.module.css';
import { previewSets, type Style } from './styles-data';

/** The picture of a style, or its name where there is none yet. */
export function StylePreview({ style, sizes, eager }: { style: Style; sizes: string; eager?: boolean }) {
  const t = useText();
  return (
    <Picture
      src={style.previewUrl}
      {...(style.previewUrl ? previewSets(style.previewUrl) : {})}
      sizes={sizes}
      alt={t('styles.preview', { name: style.displayName })}
      eager={eager}
    />
  );
}

/** Styles as pictures side by side; each leads to its page. */
export function StyleGrid({ items, columns = 'four' }: { items: readonly Style[]; columns?: 'three' | 'four' }) {
  const t = useText();
  return (
    <ul className={styles.grid} data-columns={columns}>
      {items.map((style, index) => (
        <li key={style.id} className={styles.cell}>
          <AppLink to="/app/styles/$slug" params={{ slug: style.slug }} className={styles.link}>
            <StylePreview style={style} sizes="(min-width: 768px) 25vw, 50vw" eager={index < 4} />
            <span className={styles.words}>
              <span className={styles.name}>{style.displayName}</span>
              <span className={styles.category}>{t(`styles.category.${style.category}`)}</span>
            </span>
          </AppLink>
        </li>
      ))}
    </ul>
  );
}
