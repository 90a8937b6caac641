import type { ReactNode } from 'react';
import { ToggleButton, type ToggleButtonProps } from 'react-aria-components/ToggleButton';
import styles from './toggle.module.css';

export interface ToggleProps extends Omit<ToggleButtonProps, 'className' | 'style' | 'children'> {
  children: ReactNode;
}

/** A word that is on or off, as quiet as a link; what is on is accented and underlined more heavily. */
export function Toggle({ children, ...props }: ToggleProps) {
  return (
    <ToggleButton {...props} className={styles.toggle}>
      {children}
    </ToggleButton>
  );
}
