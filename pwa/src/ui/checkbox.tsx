import { useId, type ReactNode } from 'react';
import { CheckboxButton, CheckboxField, type CheckboxFieldProps } from 'react-aria-components/Checkbox';
import styles from './checkbox.module.css';
import { Icon } from './icons';
import { useInlineError } from './inline-errors';

export interface CheckboxProps extends Omit<CheckboxFieldProps, 'className' | 'style' | 'children' | 'isInvalid'> {
  children: ReactNode;
  /** Why the box must be ticked; makes it invalid. */
  error?: ReactNode;
}

/** A box to tick, with its text as the label. */
export function Checkbox({ children, error, ...props }: CheckboxProps) {
  const errorId = useId();
  useInlineError(error);
  return (
    <CheckboxField
      {...props}
      isInvalid={Boolean(error)}
      aria-describedby={error ? errorId : undefined}
      className={styles.field}
    >
      <CheckboxButton className={styles.button}>
        <span className={styles.box}>
          <Icon name="check" size="small" />
        </span>
        <span>{children}</span>
      </CheckboxButton>
      {error ? (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      ) : null}
    </CheckboxField>
  );
}
