import styles from './corner-toggle.module.css';
import { IconToggle, type IconToggleProps } from './icon-button';

export interface CornerToggleProps extends IconToggleProps {
  isSelected: boolean;
  /** Out of sight and reach for the moment. */
  isHidden?: boolean;
}

/** A toggle in the corner of a picture; what holds both is positioned. */
export function CornerToggle({ isHidden, ...toggle }: CornerToggleProps) {
  return (
    <div className={styles.corner} data-selected={toggle.isSelected || undefined} hidden={isHidden}>
      <IconToggle {...toggle} />
    </div>
  );
}
