import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { Menu as AriaMenu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import styles from './menu.module.css';
import { VisuallyHidden } from './visually-hidden';

export interface MenuProps {
  /** Name of the button for screen readers; what is seen says less. */
  label: string;
  trigger: ReactNode;
  items: readonly { id: string; label: string; onAction(): void }[];
}

/** A button that opens a short list of actions. */
export function Menu({ label, trigger, items }: MenuProps) {
  return (
    <MenuTrigger>
      <Button className={styles.trigger}>
        {trigger}
        <VisuallyHidden>{label}</VisuallyHidden>
      </Button>
      <Popover placement="bottom end" offset={4} className={styles.popover}>
        <AriaMenu className={styles.menu}>
          {items.map((item) => (
            <MenuItem key={item.id} id={item.id} onAction={item.onAction} className={styles.item}>
              {item.label}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
