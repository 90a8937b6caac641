import { ICON_PATHS, type IconName } from './icon-paths';
import styles from './icons.module.css';

export interface IconProps {
  name: IconName;
  /** `small` stands in a line of text, `normal` by itself. */
  size?: 'small' | 'normal';
}

/** A drawing of the one family. Never the only sign of something: whatever it stands in says the same in words. */
export function Icon({ name, size = 'normal' }: IconProps) {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      viewBox="0 0 24 24"
      className={styles.icon}
      data-icon={name}
      data-size={size}
    >
      <path d={ICON_PATHS[name]} />
    </svg>
  );
}
