import type { ReactNode } from 'react';
import styles from './breadcrumbs.module.css';

export interface BreadcrumbsProps {
  /** Name of the navigation, for screen readers. */
  label: string;
  /** From the top down, each with its link. */
  links: readonly { id: string; link: ReactNode }[];
  /** The page itself, without a link. */
  current: ReactNode;
}

/**
 * The way from the top to this page. A list of links in a navigation is all there is to it; written out, pages that are there before any
 * script show it without the library.
 */
export function Breadcrumbs({ label, links, current }: BreadcrumbsProps) {
  return (
    <nav aria-label={label}>
      <ol className={styles.list}>
        {links.map(({ id, link }) => (
          <li key={id} className={styles.item}>
            {link}
          </li>
        ))}
        <li className={styles.item} aria-current="page">
          {current}
        </li>
      </ol>
    </nav>
  );
}
