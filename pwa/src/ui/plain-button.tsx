import type { ComponentProps } from 'react';
import type { ButtonLook } from './button-look';
import styles from './button.module.css';
import { classNames } from './class-names';

export interface PlainButtonProps extends ComponentProps<'button'> {
  look?: ButtonLook;
}

/**
 * The browser's own button in our look, for what has to work before (or without) anything else is loaded: trying again after an
 * error, above all. Everything else uses `Button`.
 */
export function PlainButton({ look = 'secondary', className, ...props }: PlainButtonProps) {
  return <button type="button" {...props} className={classNames(styles.button, className)} data-look={look} />;
}
