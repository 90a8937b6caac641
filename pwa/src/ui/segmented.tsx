import type { ReactNode } from 'react';
import { Label } from 'react-aria-components/Label';
import { RadioButton, RadioField, RadioGroup } from 'react-aria-components/RadioGroup';
import { Text } from 'react-aria-components/Text';
import field from './field.module.css';
import styles from './segmented.module.css';

export interface SegmentedProps<Value extends string> {
  label: ReactNode;
  value: Value;
  onChange: (value: NoInfer<Value>) => void;
  options: readonly { value: Value; label: ReactNode }[];
  description?: ReactNode;
  isDisabled?: boolean;
}

/** One choice of few, side by side: a radio group in the shape of a switch. */
export function Segmented<Value extends string>({
  label,
  options,
  description,
  onChange,
  ...props
}: SegmentedProps<Value>) {
  return (
    <RadioGroup
      {...props}
      onChange={(value) => onChange(value as Value)}
      orientation="horizontal"
      className={styles.group}
    >
      <Label className={field.label}>{label}</Label>
      <div className={styles.options}>
        {options.map((option) => (
          <RadioField key={option.value} value={option.value} className={styles.field}>
            <RadioButton className={styles.option}>{option.label}</RadioButton>
          </RadioField>
        ))}
      </div>
      {description ? (
        <Text slot="description" className={field.description}>
          {description}
        </Text>
      ) : null}
    </RadioGroup>
  );
}
