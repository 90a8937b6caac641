import type { ReactNode } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import styles from './field.module.css';
import { useInlineError } from './inline-errors';

export interface FieldTexts {
  label: ReactNode;
  /** A sentence below the field that is read with it. */
  description?: ReactNode;
  /** What is wrong with the value; makes the field invalid. */
  error?: ReactNode;
}

/** What stands around a control: its label above, an explanation and an error below. */
export function FieldFrame({ label, description, error, children }: FieldTexts & { children: ReactNode }) {
  useInlineError(error);
  return (
    <>
      <Label className={styles.label}>{label}</Label>
      {children}
      {description ? (
        <Text slot="description" className={styles.description}>
          {description}
        </Text>
      ) : null}
      <FieldError className={styles.error}>{error}</FieldError>
    </>
  );
}
