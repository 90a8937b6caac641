import type { ReactNode } from 'react';
import { Button } from './button';
import { DialogError } from './dialog-error';
import styles from './dialog.module.css';
import { Form } from './form';
import { Sheet } from './sheet';

export interface FormDialogProps {
  isOpen: boolean;
  onClose(): void;
  title: ReactNode;
  /** Mostly a `DialogForm`. */
  children: ReactNode;
  /** Escape does nothing: what stands there is shown only once. */
  isSticky?: boolean;
  /** Shows pictures: as wide as they can be. */
  isWide?: boolean;
}

/** A window above the page for something to be filled in or kept; a press beside it does not close it. */
export function FormDialog({ isOpen, onClose, title, children, isSticky, isWide }: FormDialogProps) {
  return (
    <Sheet
      title={title}
      isForm
      isWide={isWide}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isKeyboardDismissDisabled={isSticky}
    >
      {children}
    </Sheet>
  );
}

export interface DialogFormProps {
  children: ReactNode;
  /** Without it there is only one way out: sending. */
  cancelLabel?: string;
  onCancel?(): void;
  submitLabel: string;
  onSubmit(): void;
  isPending?: boolean;
  /** What went wrong and belongs to no field. */
  error?: ReactNode;
  /** Begins at the sending button, where there is no field to begin at. */
  startsAtSubmit?: boolean;
}

/** The fields of a dialog and its two ways out; Enter sends. */
export function DialogForm({
  children,
  cancelLabel,
  onCancel,
  submitLabel,
  onSubmit,
  isPending,
  error,
  startsAtSubmit,
}: DialogFormProps) {
  return (
    <Form className={styles.form} onSubmit={onSubmit}>
      {children}
      <DialogError>{error}</DialogError>
      <div className={styles.actions}>
        {cancelLabel ? (
          <Button isDisabled={isPending} onPress={onCancel}>
            {cancelLabel}
          </Button>
        ) : null}
        <Button type="submit" variant="primary" isPending={isPending} autoFocus={startsAtSubmit}>
          {submitLabel}
        </Button>
      </div>
    </Form>
  );
}
