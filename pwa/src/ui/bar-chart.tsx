import type { ReactNode } from 'react';
import styles from './bar-chart.module.css';
import { VisuallyHidden } from './visually-hidden';

export interface BarChartProps {
  title: string;
  /** What all bars come to, as it is written. */
  total: ReactNode;
  /** What opens the same as a table: the bars themselves are nothing to screen readers. */
  tableLabel: string;
  points: readonly { id: string; label: string; value: number; text: string }[];
}

/** A bar for each of many values in their order, from 0 to the largest; and the same as a table. */
export function BarChart({ title, total, tableLabel, points }: BarChartProps) {
  const largest = Math.max(1, ...points.map(({ value }) => value));
  const [first, last] = [points[0], points.at(-1)];
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.head}>
        <span>{title}</span>
        <span className={styles.total}>{total}</span>
      </figcaption>
      <div className={styles.bars} aria-hidden="true">
        {points.map(({ id, label, value, text }) => (
          <span
            key={id}
            className={styles.bar}
            title={`${label}: ${text}`}
            style={{ '--share': value / largest } as React.CSSProperties}
            data-none={value <= 0 || undefined}
          />
        ))}
      </div>
      <div className={styles.axis} aria-hidden="true">
        <span>{first?.label}</span>
        <span>{last?.label}</span>
      </div>
      <details className={styles.details}>
        <summary>
          {tableLabel}
          <VisuallyHidden> {title}</VisuallyHidden>
        </summary>
        <table className={styles.table} aria-label={title}>
          <tbody>
            {points.toReversed().map(({ id, label, text }) => (
              <tr key={id}>
                <th scope="row">{label}</th>
                <td>{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
