import { startTransition, useState, type ReactNode } from 'react';
import { Button as PlainTrigger } from 'react-aria-components/Button';
import { Menu as AriaMenu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Button } from './button';
import type { ButtonVariant } from './button-variant';
import { ClosesByBack } from './closes-by-back';
import styles from './menu.module.css';
import { VisuallyHidden } from './visually-hidden';

export interface MenuProps {
  /** Name of the button for screen readers; what is seen says less. */
  label: string;
  trigger: ReactNode;
  /** Looks like a button of this kind; bare unless given. */
  variant?: ButtonVariant;
  /** Where it opens; below and flush with the end of the button unless given. */
  placement?: 'bottom end' | 'top start';
  items: readonly { id: string; label: string; onAction(): void }[];
  /** Takes the place of a button that had the focus. */
  autoFocus?: boolean;
  /** Whether it is open; it minds that itself unless given. */
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
}

/** A button that opens a short list of actions. */
export function Menu({
  label,
  trigger,
  variant,
  placement = 'bottom end',
  items,
  autoFocus,
  isOpen,
  onOpenChange,
}: MenuProps) {
  const [isOwnOpen, setOwnOpen] = useState(false);
  return (
    <MenuTrigger
      isOpen={isOpen ?? isOwnOpen}
      // The press is answered before the list is drawn; it goes at once, since what was chosen may open something else.
      onOpenChange={(next) => {
        const change = () => (onOpenChange ?? setOwnOpen)(next);
        if (next) startTransition(change);
        else change();
      }}
    >
      {variant ? (
        <Button variant={variant} aria-label={label}>
          {trigger}
        </Button>
      ) : (
        <PlainTrigger className={styles.trigger} autoFocus={autoFocus}>
          {trigger}
          <VisuallyHidden>{label}</VisuallyHidden>
        </PlainTrigger>
      )}
      <Popover placement={placement} offset={4} className={styles.popover}>
        <ClosesByBack />
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
