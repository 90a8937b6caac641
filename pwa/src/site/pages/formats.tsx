import { previewSets } from '~/features/styles/preview-sets';
import { useText } from '~/lib/i18n';
import { Picture } from '~/ui/picture';
import type { Copy } from '../content/copy';
import type { Style } from '../site-data';
import styles from './formats.module.css';

/** One picture as it is cut for each use. `sizes` as where the page shows it large, so that the browser fetches it once. */
export function Formats({
  style,
  items,
  sizes,
}: {
  style: Style;
  items: Copy['style']['formats']['items'];
  sizes: string;
}) {
  const t = useText();
  return (
    <ul className={styles.formats}>
      {items.map(({ key, name, size, where }) => (
        <li key={key}>
          <figure className={styles.format}>
            <div className={styles.cut} data-format={key}>
              <Picture
                src={style.previewUrl}
                {...(style.previewUrl ? previewSets(style.previewUrl) : {})}
                sizes={sizes}
                alt={t('site.formats.picture', { name: style.displayName, format: name })}
                isFigure
              />
            </div>
            <figcaption className={styles.caption}>
              <strong>{name}</strong>
              <span>{size}</span>
              <span>{where}</span>
            </figcaption>
          </figure>
        </li>
      ))}
    </ul>
  );
}
