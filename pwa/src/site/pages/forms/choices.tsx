import { classNames } from '~/ui/class-names';
import field from '~/ui/field.module.css';
import radio from '~/ui/radio-group.module.css';
import segmented from '~/ui/segmented.module.css';
import hidden from '~/ui/visually-hidden.module.css';
import { FieldError, type FieldErrors } from './parts';
import styles from './forms.module.css';

interface ChoicesProps {
  name: string;
  label: string;
  options: readonly { value: string; label: string }[];
}

/** One choice of two, side by side; the first one holds until another is chosen. */
export function Segments({ name, label, options }: ChoicesProps) {
  return (
    <div role="radiogroup" aria-labelledby={`${name}-label`} className={segmented.group}>
      <span id={`${name}-label`} className={field.label}>
        {label}
      </span>
      <div className={segmented.options}>
        {options.map((option, index) => (
          <div key={option.value} className={segmented.field}>
            <label className={classNames(segmented.option, styles.choice)}>
              <input
                type="radio"
                name={name}
                value={option.value}
                defaultChecked={index === 0}
                className={hidden.hidden}
              />
              {option.label}
            </label>
          </div>
        ))}
      </div>
    </div>
  );
}

/** One choice of several, below each other; none holds at first. */
export function Choices({ name, label, options, ...errors }: ChoicesProps & FieldErrors) {
  return (
    <div
      role="radiogroup"
      aria-labelledby={`${name}-label`}
      aria-describedby={`${name}-error`}
      aria-required
      className={radio.group}
      data-field={name}
    >
      <span id={`${name}-label`} className={field.label}>
        {label}
      </span>
      <div className={radio.options}>
        {options.map((option) => (
          <div key={option.value} className={radio.field}>
            <label className={classNames(radio.button, styles.choice)}>
              <input type="radio" name={name} value={option.value} className={hidden.hidden} />
              <span className={radio.ring} aria-hidden="true" />
              <span>{option.label}</span>
            </label>
          </div>
        ))}
      </div>
      <FieldError name={name} {...errors} />
    </div>
  );
}
