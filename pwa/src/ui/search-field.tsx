import { Button } from 'react-aria-components/Button';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import {
  SearchField as AriaSearchField,
  type SearchFieldProps as AriaSearchFieldProps,
} from 'react-aria-components/SearchField';
import { classNames } from './class-names';
import field from './field.module.css';
import { Icon } from './icons';
import styles from './search-field.module.css';
import { VisuallyHidden } from './visually-hidden';

export interface SearchFieldProps extends Omit<AriaSearchFieldProps, 'className' | 'style' | 'children' | 'isInvalid'> {
  /** What is searched in. */
  label: string;
  /** Name of the button that empties the field. */
  clearLabel: string;
  placeholder?: string;
  /** Leaves the label to screen readers, where the place says what is searched in. */
  isLabelHidden?: boolean;
}

/** A field that searches: Enter sends, Escape and its button empty it. */
export function SearchField({ label, clearLabel, placeholder, isLabelHidden = false, ...props }: SearchFieldProps) {
  return (
    <AriaSearchField {...props} className={classNames(field.field, styles.search)}>
      <Label className={field.label}>{isLabelHidden ? <VisuallyHidden>{label}</VisuallyHidden> : label}</Label>
      <div className={field.line}>
        <Icon name="search" />
        <Input className={field.input} placeholder={placeholder} />
        <Button className={field.step} aria-label={clearLabel}>
          <Icon name="close" />
        </Button>
      </div>
    </AriaSearchField>
  );
}
