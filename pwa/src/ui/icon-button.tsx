import type { Ref } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button';
import { ToggleButton, type ToggleButtonProps } from 'react-aria-components/ToggleButton';
import styles from './icon-button.module.css';
import type { IconName } from './icon-paths';
import { Icon } from './icons';

export interface IconButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children' | 'aria-label'> {
  icon: IconName;
  /** What it does, for screen readers: nothing else says it. */
  label: string;
  /** Nothing to do at the moment, but not out of reach: a step keeps the focus at the end of what it steps through. */
  isAtEnd?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** A button that is only an icon, for what everybody knows by its picture: closing, going on, more. */
export function IconButton({ icon, label, isAtEnd = false, onPress, ...props }: IconButtonProps) {
  return (
    <AriaButton
      {...props}
      onPress={isAtEnd ? undefined : onPress}
      aria-disabled={isAtEnd || undefined}
      aria-label={label}
      className={styles.button}
    >
      <Icon name={icon} />
    </AriaButton>
  );
}

export interface IconToggleProps extends Omit<ToggleButtonProps, 'className' | 'style' | 'children' | 'aria-label'> {
  icon: IconName;
  /** What it looks like while it is on. */
  selectedIcon: IconName;
  /** What is on or off; the state itself is told by the role. */
  label: string;
}

/** The same for something that is on or off: a favourite. */
export function IconToggle({ icon, selectedIcon, label, ...props }: IconToggleProps) {
  return (
    <ToggleButton {...props} aria-label={label} className={styles.button}>
      {({ isSelected }) => <Icon name={isSelected ? selectedIcon : icon} />}
    </ToggleButton>
  );
}

export interface CornerToggleProps extends IconToggleProps {
  isSelected: boolean;
  /** Out of sight and reach for the moment. */
  isHidden?: boolean;
}

/** A toggle in the corner of a picture; what holds both is positioned. */
export function CornerToggle({ isHidden, ...toggle }: CornerToggleProps) {
  return (
    <div className={styles.corner} data-selected={toggle.isSelected || undefined} hidden={isHidden}>
      <IconToggle {...toggle} />
    </div>
  );
}
