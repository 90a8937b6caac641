import type { ComponentProps } from 'react';
import { classNames } from './class-names';
import styles from './text-link.module.css';

export interface TextLinkProps extends ComponentProps<'a'> {
  /** `strong` for the action of a row, `plain` for navigation without an underline. */
  variant?: 'inline' | 'strong' | 'plain';
}

/** A link in running text, at the end of a row, or in a navigation. */
export function TextLink({ variant = 'inline', className, ...props }: TextLinkProps) {
  return <a {...props} className={classNames(styles.link, className)} data-variant={variant} />;
}
