import type { ComponentProps } from 'react';
import type { ButtonVariant } from './button-variant';
import styles from './button.module.css';
import { classNames } from './class-names';

export interface LinkButtonProps extends ComponentProps<'a'> {
  variant?: ButtonVariant;
  wide?: boolean;
}

/** A link that looks like a button: it goes somewhere, and the browser treats it as a link. */
export function LinkButton({ variant = 'secondary', wide = false, className, ...props }: LinkButtonProps) {
  return <a {...props} className={classNames(styles.button, wide && styles.wide, className)} data-variant={variant} />;
}
