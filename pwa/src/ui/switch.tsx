import { useId, type ReactNode } from 'react';
import { SwitchButton, SwitchField, type SwitchFieldProps } from 'react-aria-components/Switch';
import styles from './switch.module.css';

export interface SwitchProps extends Omit<SwitchFieldProps, 'className' | 'style' | 'children'> {
  children: ReactNode;
  /** A quieter sentence that is read with it. */
  description?: ReactNode;
}

/** Something that is on or off, and takes effect at once. */
export function Switch({ children, description, ...props }: SwitchProps) {
  const descriptionId = useId();
  return (
    <SwitchField {...props} aria-describedby={description ? descriptionId : undefined} className={styles.field}>
      <SwitchButton className={styles.button}>
        <span>{children}</span>
        <span className={styles.track} aria-hidden="true">
          <span className={styles.thumb} />
        </span>
      </SwitchButton>
      {description ? (
        <p id={descriptionId} className={styles.description}>
          {description}
        </p>
      ) : null}
    </SwitchField>
  );
}
