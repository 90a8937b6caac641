import { useEffect, useRef } from 'react';
import { Button } from 'react-aria-components/Button';
import { Group } from 'react-aria-components/Group';
import { Input } from 'react-aria-components/Input';
import {
  NumberField as AriaNumberField,
  type NumberFieldProps as AriaNumberFieldProps,
} from 'react-aria-components/NumberField';
import { classNames } from './class-names';
import { FieldFrame, type FieldTexts } from './field';
import field from './field.module.css';
import { Icon } from './icons';
import styles from './number-field.module.css';

export type NumberFieldProps = FieldTexts &
  Omit<AriaNumberFieldProps, 'className' | 'style' | 'children' | 'isInvalid'>;

/** Swiss numbers have a point; who types a comma means it. Left alone, «39,90» would become 3990. */
function takeCommaAsPoint(event: InputEvent) {
  if (!event.data?.includes(',')) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  document.execCommand('insertText', false, event.data.replaceAll(',', '.'));
}

/**
 * A field for a number, typed or stepped: arrow keys, Page Up and Down, or its two buttons. Empty is `NaN`. What was typed stands, also
 * beyond the bounds of the steps: the form that uses the field says what is wrong with it.
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
      className={classNames(field.field, styles.number)}
    >
      <FieldFrame {...{ label, description, error }}>
        <Group ref={line} className={field.line}>
          <Input className={field.input} />
          <Button slot="decrement" className={field.step}>
            <Icon name="minus" />
          </Button>
          <Button slot="increment" className={field.step}>
            <Icon name="plus" />
          </Button>
        </Group>
      </FieldFrame>
    </AriaNumberField>
  );
}
