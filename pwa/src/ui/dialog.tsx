import type { ReactNode } from 'react';
import { Button } from './button';
import { DialogError } from './dialog-error';
import styles from './dialog.module.css';
import { Sheet } from './sheet';

interface Opening {
  isOpen: boolean;
  onOpenChange(open: boolean): void;
}

export interface DialogProps extends Opening {
  title: ReactNode;
  children: ReactNode;
  closeLabel: string;
  /** Shows pictures: as wide as they can be. */
  isWide?: boolean;
}

/** A window above the page, closed by its button, Escape, or a press beside it. */
export function Dialog({ title, children, closeLabel, ...opening }: DialogProps) {
  return (
    <Sheet {...opening} title={title} isDismissable>
      {children}
      <div className={styles.actions}>
        <Button onPress={() => opening.onOpenChange(false)}>{closeLabel}</Button>
      </div>
    </Sheet>
  );
}

export interface AlertDialogProps extends Opening {
  title: ReactNode;
  children: ReactNode;
  confirmLabel: string;
  cancelLabel: string;
  onConfirm(): void;
  isPending?: boolean;
  /** What went wrong when the act was tried. */
  error?: ReactNode;
}

/** Asks before something that cannot be undone. Escape and the first button leave everything as it is. */
export function AlertDialog({
  title,
  children,
  confirmLabel,
  cancelLabel,
  onConfirm,
  isPending,
  error,
  ...opening
}: AlertDialogProps) {
  return (
    <Sheet {...opening} title={title} role="alertdialog" isKeyboardDismissDisabled={isPending}>
      <div className={styles.text}>{children}</div>
      <DialogError>{error}</DialogError>
      <div className={styles.actions}>
        <Button autoFocus isDisabled={isPending} onPress={() => opening.onOpenChange(false)}>
          {cancelLabel}
        </Button>
        <Button variant="danger" isPending={isPending} onPress={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </Sheet>
  );
}
