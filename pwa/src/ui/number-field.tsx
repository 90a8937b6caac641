import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { FieldError } from 'react-aria-components/FieldError';
import { Group } from 'react-aria-components/Group';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import {
  NumberField as AriaNumberField,
  type NumberFieldProps as AriaNumberFieldProps,
} from 'react-aria-components/NumberField';
import { Text } from 'react-aria-components/Text';
import { Icon } from './icons';
import styles from './number-field.module.css';

export interface NumberFieldProps extends Omit<AriaNumberFieldProps, 'className' | 'style' | 'children' | 'isInvalid'> {
  label: ReactNode;
  /** A sentence below the field that is read with it. */
  description?: ReactNode;
  /** What is wrong with the value; makes the field invalid. */
  error?: ReactNode;
}

/** Swiss numbers have a point; who types a comma means it. Left alone, «39,90» would become 3990. */
function takeCommaAsPoint(event: InputEvent) {
  if (!event.data?.includes(',')) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  document.execCommand('insertText', false, event.data.replaceAll(',', '.'));
}

/**
 * A field for a number, typed or stepped: arrow keys, Page Up and Down, or its two buttons. Empty is `NaN`. What was typed stands, also
 * beyond the bounds of the steps: whoever uses the field says what is wrong with it.
 */
export function NumberField({ label, description, error, ...props }: NumberFieldProps) {
  const line = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const group = line.current;
    group?.addEventListener('beforeinput', takeCommaAsPoint, { capture: true });
    return () => group?.removeEventListener('beforeinput', takeCommaAsPoint, { capture: true });
  }, []);
  return (
    <AriaNumberField
      {...props}
      commitBehavior="validate"
      validationBehavior="aria"
      isInvalid={Boolean(error)}
      className={styles.field}
    >
      <Label className={styles.label}>{label}</Label>
      <Group ref={line} className={styles.line}>
        <Input className={styles.input} />
        <Button slot="decrement" className={styles.step}>
          <Icon name="minus" />
        </Button>
        <Button slot="increment" className={styles.step}>
          <Icon name="plus" />
        </Button>
      </Group>
      {description ? (
        <Text slot="description" className={styles.description}>
          {description}
        </Text>
      ) : null}
      <FieldError className={styles.error}>{error}</FieldError>
    </AriaNumberField>
  );
}
