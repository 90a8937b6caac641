import type { ReactNode } from 'react';
import { useText } from '~/lib/i18n';
import { DialogForm } from '~/ui';
import type { useAction } from './use-action';

export interface ActionFormProps {
  action: Pick<ReturnType<typeof useAction>, 'isPending' | 'errorText'>;
  /** Leaves an error to the field that it belongs to. */
  hidesError?: boolean;
  submitLabel: string;
  onSubmit(): unknown;
  onClose(): void;
  children: ReactNode;
}

/** The form of a dialog that does one action: it waits for it, says what failed, and may be left. */
export function ActionForm({ action, hidesError, submitLabel, onSubmit, onClose, children }: ActionFormProps) {
  const t = useText();
  return (
    <DialogForm
      isPending={action.isPending}
      error={hidesError ? undefined : action.errorText}
      onSubmit={onSubmit}
      cancelLabel={t('shell.cancel')}
      onCancel={onClose}
      submitLabel={submitLabel}
    >
      {children}
    </DialogForm>
  );
}
