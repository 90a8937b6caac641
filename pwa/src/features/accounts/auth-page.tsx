import type { ReactNode } from 'react';
import { Column, Picture } from '~/ui';
import styles from './auth-page.module.css';

const widths = (format: string) =>
  [640, 1280].map((width) => `/previews/warm-studio-${width}.${format} ${width}w`).join(', ');

/** The frame of every screen here: one narrow column, and where there is room the house figure beside it. */
export function AuthPage({ children }: { children: ReactNode }) {
  return (
    <div className={styles.page}>
      <Column>{children}</Column>
      <div className={styles.figure} aria-hidden="true">
        <Picture
          src="/previews/warm-studio-640.webp"
          srcSet={widths('webp')}
          avifSet={widths('avif')}
          sizes="28rem"
          alt=""
        />
      </div>
    </div>
  );
}
