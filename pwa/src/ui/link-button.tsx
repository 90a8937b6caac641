import type { ComponentProps } from 'react';
import type { ButtonLook } from './button-look';
import styles from './button.module.css';
import { classNames } from './class-names';

export interface LinkButtonProps extends ComponentProps<'a'> {
  look?: ButtonLook;
  wide?: boolean;
}

/** A link that looks like a button: it goes somewhere, and the browser treats it as a link. */
export function LinkButton({ look = 'secondary', wide = false, className, ...props }: LinkButtonProps) {
  return <a {...props} className={classNames(styles.button, wide && styles.wide, className)} data-look={look} />;
}
