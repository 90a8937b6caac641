import { useState } from 'react';
import { ActionForm, useAction } from '~/features/acts';
import { useText } from '~/lib/i18n';
import { focusFirstError, FormDialog, TextArea } from '~/ui';
import styles from './users/users.module.css';

export interface ReasonQuestion {
  title: string;
  text: string;
  /** Who reads the reason. */
  hint: string;
  confirmLabel: string;
  act(reason: string): Promise<unknown>;
  /** Runs after the act, while the dialog is still there. */
  done(): unknown;
}

/** Asks for the reason of an act before it is done. */
export function ReasonDialog({ question, onClose }: { question: ReasonQuestion; onClose(): void }) {
  const t = useText();
  const action = useAction();
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);

  async function send() {
    setTried(true);
    if (!reason.trim()) return focusFirstError();
    if (await action.run(() => question.act(reason.trim()), question.done)) onClose();
  }

  return (
    <FormDialog isOpen title={question.title} onClose={onClose}>
      <ActionForm action={action} onSubmit={send} onClose={onClose} submitLabel={question.confirmLabel}>
        <p className={styles.soft}>{question.text}</p>
        <TextArea
          autoFocus
          label={t('admin.reason')}
          description={question.hint}
          maxLength={500}
          value={reason}
          onChange={setReason}
          error={isTried && !reason.trim() ? t('admin.reasonMissing') : undefined}
        />
      </ActionForm>
    </FormDialog>
  );
}
