import type { ComponentProps } from 'react';
import type { ButtonVariant } from './button-variant';
import styles from './button.module.css';
import { classNames } from './class-names';

export interface PlainButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
}

/**
 * The browser's own button in our look, for what has to work before (or without) anything else is loaded: trying again after an
 * error, above all. Everything else uses `Button`.
 */
export function PlainButton({ variant = 'secondary', className, ...props }: PlainButtonProps) {
  return <button type="button" {...props} className={classNames(styles.button, className)} data-variant={variant} />;
}
