import { Row, Rows } from './rows';
import styles from './skeleton.module.css';

export interface SkeletonProps {
  /** What it stands for: a line of text, a heading, a small square picture, a portrait (4:5), or a button. */
  shape: 'line' | 'heading' | 'thumb' | 'portrait' | 'control';
  /** Share of the available width in steps; only for text. */
  width?: 'short' | 'half' | 'long';
}

/** A grey box in the place and size of what is still loading. Hidden from screen readers: the container says that it is busy. */
export function Skeleton({ shape, width = 'long' }: SkeletonProps) {
  return <span aria-hidden="true" className={styles.skeleton} data-shape={shape} data-width={width} />;
}

/** Rows with pictures while they are loading. */
export const RowsSkeleton = ({ count }: { count: number }) => (
  <Rows>
    {Array.from({ length: count }, (_, row) => (
      <Row
        key={row}
        picture={<Skeleton shape="thumb" />}
        title={<Skeleton shape="line" width="short" />}
        detail={<Skeleton shape="line" width="half" />}
      />
    ))}
  </Rows>
);
