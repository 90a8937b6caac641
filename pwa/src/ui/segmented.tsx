import { useId, type ReactNode } from 'react';
import field from './field.module.css';
import styles from './segmented.module.css';
import { VisuallyHidden } from './visually-hidden';

export interface SegmentedProps<Value extends string> {
  label: ReactNode;
  value: Value;
  onChange: (value: NoInfer<Value>) => void;
  options: readonly { value: Value; label: ReactNode }[];
  description?: ReactNode;
  isDisabled?: boolean;
}

/** One choice of few, side by side: a radio group in the shape of a switch. The browser's own fields do, and weigh nothing. */
export function Segmented<Value extends string>({
  label,
  value,
  onChange,
  options,
  description,
  isDisabled,
}: SegmentedProps<Value>) {
  const id = useId();
  return (
    <div
      role="radiogroup"
      aria-labelledby={`${id}label`}
      aria-describedby={description ? `${id}description` : undefined}
      aria-disabled={isDisabled}
      data-disabled={isDisabled || undefined}
      className={styles.group}
    >
      <span id={`${id}label`} className={field.label}>
        {label}
      </span>
      <div className={styles.options}>
        {options.map((option) => (
          <label key={option.value} className={styles.option}>
            <VisuallyHidden>
              <input
                type="radio"
                name={id}
                value={option.value}
                checked={option.value === value}
                disabled={isDisabled}
                onChange={() => onChange(option.value)}
              />
            </VisuallyHidden>
            {option.label}
          </label>
        ))}
      </div>
      {description ? (
        <span id={`${id}description`} className={field.description}>
          {description}
        </span>
      ) : null}
    </div>
  );
}
