import type { ReactNode, Ref } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button';
import styles from './button.module.css';
import type { ButtonVariant } from './button-variant';
import { classNames } from './class-names';

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'style' | 'children'> {
  variant?: ButtonVariant;
  /** Takes the whole width of its container. */
  wide?: boolean;
  children: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

/** A button. While `isPending` it keeps its focus, announces itself as busy and does nothing. */
export function Button({ variant = 'secondary', wide = false, ...props }: ButtonProps) {
  return <AriaButton {...props} className={classNames(styles.button, wide && styles.wide)} data-variant={variant} />;
}
