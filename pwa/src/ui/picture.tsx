import { useState, type ReactNode } from 'react';
import styles from './picture.module.css';

export interface PictureProps {
  /** Absent while there is no picture: the placeholder stands in its place. */
  src: string | null | undefined;
  /** The same picture in several widths, and how wide it is shown. */
  srcSet?: string;
  /** The same widths in a smaller format, for browsers that know it. */
  avifSet?: string;
  sizes?: string;
  alt: string;
  /** What stands there when there is no picture or it cannot be loaded. */
  placeholder?: ReactNode;
  /** Loads at once instead of when it comes near the window. */
  eager?: boolean;
  /** It cannot be loaded. */
  onMissing?(): void;
  /** Width to height; portraits are 4:5. */
  shape?: 'portrait' | 'square';
  /** Shows the house figure: a little calmer in the dark theme, where a portrait stays as it is. */
  isFigure?: boolean;
}

/** A picture that keeps its place while it loads and shows a placeholder where it cannot. */
export function Picture({
  src,
  srcSet,
  avifSet,
  sizes,
  alt,
  placeholder,
  eager = false,
  onMissing,
  shape = 'portrait',
  isFigure = false,
}: PictureProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const usable = src && failed !== src ? src : null;
  return (
    <span className={styles.frame} data-shape={shape} data-figure={isFigure || undefined}>
      {usable ? (
        <picture>
          {avifSet ? <source type="image/avif" srcSet={avifSet} sizes={sizes} /> : null}
          <img
            src={usable}
            srcSet={srcSet}
            sizes={sizes}
            alt={alt}
            className={styles.image}
            loading={eager ? 'eager' : 'lazy'}
            decoding="async"
            onError={() => {
              setFailed(usable);
              onMissing?.();
            }}
          />
        </picture>
      ) : (
        <span className={styles.placeholder} role={alt ? 'img' : undefined} aria-label={alt || undefined}>
          {placeholder}
        </span>
      )}
    </span>
  );
}
