import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select';
import { ClosesByBack } from './closes-by-back';
import { Icon } from './icons';
import styles from './select.module.css';
import { VisuallyHidden } from './visually-hidden';

export interface SelectOption {
  id: string;
  label: string;
  /** A second, quieter line. */
  detail?: string;
  isDisabled?: boolean;
}

export interface SelectProps {
  label: ReactNode;
  placeholder: string;
  options: readonly SelectOption[];
  value: string | null;
  onChange(value: string): void;
  isDisabled?: boolean;
  /** Where the value says what is chosen: the label is read out only. */
  isCompact?: boolean;
}

/** One choice of many, in a list that opens. */
export function Select({ label, placeholder, options, value, onChange, isDisabled, isCompact }: SelectProps) {
  return (
    <AriaSelect
      className={styles.select}
      data-compact={isCompact || undefined}
      value={value}
      onChange={(key) => onChange(String(key))}
      placeholder={placeholder}
      isDisabled={isDisabled}
      disabledKeys={options.filter((option) => option.isDisabled).map((option) => option.id)}
    >
      <Label className={styles.label}>{isCompact ? <VisuallyHidden>{label}</VisuallyHidden> : label}</Label>
      <Button className={styles.trigger}>
        <SelectValue className={styles.value} />
        <Icon name="arrow-down" size="small" />
      </Button>
      <Popover className={styles.popover} offset={4}>
        <ClosesByBack />
        <ListBox className={styles.list} items={options}>
          {(option) => (
            <ListBoxItem className={styles.item} textValue={[option.label, option.detail].filter(Boolean).join(', ')}>
              <span>{option.label}</span>
              {option.detail ? <span className={styles.detail}>{option.detail}</span> : null}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
