import { useId, type ReactNode } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Label } from 'react-aria-components/Label';
import { RadioButton, RadioField, RadioGroup as AriaRadioGroup } from 'react-aria-components/RadioGroup';
import { Text } from 'react-aria-components/Text';
import field from './field.module.css';
import styles from './radio-group.module.css';

export interface RadioOption<Value extends string> {
  value: Value;
  label: ReactNode;
  /** A second, quieter line. */
  detail?: ReactNode;
  isDisabled?: boolean;
}

export interface RadioGroupProps<Value extends string> {
  label: ReactNode;
  /** null while nothing is chosen. */
  value: Value | null;
  onChange: (value: NoInfer<Value>) => void;
  options: readonly RadioOption<Value>[];
  description?: ReactNode;
  /** Why something must be chosen; makes the group invalid. */
  error?: ReactNode;
  isDisabled?: boolean;
  /** Side by side, for answers of a word or two. */
  isRow?: boolean;
}

/** One choice of several that want to be read: below each other, with a line of explanation each, or short ones in a row. */
export function RadioGroup<Value extends string>({
  label,
  options,
  onChange,
  description,
  error,
  isRow = false,
  ...props
}: RadioGroupProps<Value>) {
  return (
    <AriaRadioGroup
      {...props}
      onChange={(value) => onChange(value as Value)}
      orientation={isRow ? 'horizontal' : 'vertical'}
      validationBehavior="aria"
      isInvalid={Boolean(error)}
      className={styles.group}
      data-row={isRow || undefined}
    >
      <Label className={field.label}>{label}</Label>
      {description ? (
        <Text slot="description" className={field.description}>
          {description}
        </Text>
      ) : null}
      <div className={styles.options} data-row={isRow || undefined}>
        {options.map((option) => (
          <Option key={option.value} {...option} />
        ))}
      </div>
      <FieldError className={field.error}>{error}</FieldError>
    </AriaRadioGroup>
  );
}

function Option<Value extends string>({ value, label, detail, isDisabled }: RadioOption<Value>) {
  const detailId = useId();
  return (
    <RadioField
      value={value}
      isDisabled={isDisabled}
      aria-describedby={detail ? detailId : undefined}
      className={styles.field}
    >
      <RadioButton className={styles.button}>
        <span className={styles.ring} aria-hidden="true" />
        <span>{label}</span>
      </RadioButton>
      {detail ? (
        <p id={detailId} className={styles.detail}>
          {detail}
        </p>
      ) : null}
    </RadioField>
  );
}
