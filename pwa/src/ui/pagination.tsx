import type { ReactNode } from 'react';
import { IconButton } from './icon-button';
import styles from './pagination.module.css';

export interface PaginationProps {
  /** Name of the navigation, for screen readers: what is paged through. */
  label: string;
  /** Where one is: «Seite 2 von 7». Said aloud when it changes. */
  position: ReactNode;
  previousLabel: string;
  nextLabel: string;
  /** Absent where there is nothing before. */
  onPrevious?(): void;
  /** Absent where nothing follows. */
  onNext?(): void;
}

/** One step back or on in a long list, and where one is in it. */
export function Pagination({ label, position, previousLabel, nextLabel, onPrevious, onNext }: PaginationProps) {
  return (
    <nav aria-label={label} className={styles.pagination}>
      <IconButton icon="arrow-left" label={previousLabel} isAtEnd={!onPrevious} onPress={onPrevious} />
      <p role="status" className={styles.position}>
        {position}
      </p>
      <IconButton icon="arrow-right" label={nextLabel} isAtEnd={!onNext} onPress={onNext} />
    </nav>
  );
}
