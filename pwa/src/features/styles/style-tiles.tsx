import type { ReactNode } from 'react';
import type { Schemas } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { Picture } from '~/ui/picture';
import { previewSets } from './preview-sets';
import styles from './style-grid.module.css';

type Style = Schemas['Style'];

/** How wide a tile is shown. */
export const TILE_SIZES = '(min-width: 768px) 25vw, 50vw';

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
      isFigure
    />
  );
}

export interface StyleTilesProps {
  items: readonly Style[];
  columns?: 'three' | 'four';
  /** Puts a tile into the link to its page. */
  renderLink: (style: Style, props: { className: string; children: ReactNode }) => ReactNode;
  /** The picture of a style, where it is not the example of it. */
  renderPicture?: (style: Style, props: { eager: boolean }) => ReactNode;
  /** What stands on the picture's corner, beside the link. */
  renderMark?: (style: Style) => ReactNode;
  /** How many pictures are loaded at once; the others when they come near the window. */
  eager?: number;
}

/** Styles as pictures side by side; each leads to its page. */
export function StyleTiles({
  items,
  columns = 'four',
  renderLink,
  renderPicture,
  renderMark,
  eager = 4,
}: StyleTilesProps) {
  const t = useText();
  return (
    <ul className={styles.grid} data-columns={columns} data-styles>
      {items.map((style, index) => (
        <li
          key={style.id}
          className={styles.cell}
          data-style={style.slug}
          data-category={style.category}
          data-purposes={style.purposes.join(' ')}
        >
          {renderLink(style, {
            className: styles.link ?? '',
            children: (
              <>
                {renderPicture?.(style, { eager: index < eager }) ?? (
                  <StylePreview style={style} sizes={TILE_SIZES} eager={index < eager} />
                )}
                <span className={styles.words}>
                  <span className={styles.name} data-field="name">
                    {style.displayName}
                  </span>
                  <span className={styles.category} data-field="category">
                    {t(`styles.category.${style.category}`)}
                  </span>
                </span>
              </>
            ),
          })}
          {renderMark?.(style)}
        </li>
      ))}
    </ul>
  );
}
