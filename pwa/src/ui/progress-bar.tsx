import styles from './progress-bar.module.css';

export interface ProgressBarProps {
  label: string;
  /** How much is done, 0 to 1; absent while that is unknown. */
  fraction?: number;
}

/**
 * A hairline that fills. The role and its values are all there is to a progress bar; written out, the dashboard starts without the
 * library's number formatting.
 */
export function ProgressBar({ label, fraction }: ProgressBarProps) {
  const percent = fraction === undefined ? undefined : Math.round(Math.min(1, Math.max(0, fraction)) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className={styles.bar}
    >
      <svg aria-hidden="true" className={styles.track} viewBox="0 0 100 1" preserveAspectRatio="none">
        <rect className={percent === undefined ? styles.roaming : styles.fill} width={percent ?? 30} height="1" />
      </svg>
    </div>
  );
}
