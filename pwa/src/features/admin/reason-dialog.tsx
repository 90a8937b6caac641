import { useState } from 'react';
import { ActionForm, useAction } from '~/features/acts';
import { focusFirstError, FormDialog, TextArea } from '~/ui';
import { useReason } from './use-reason';
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
  const action = useAction();
  const [isTried, setTried] = useState(false);
  const { reason, field } = useReason(isTried);

  async function send() {
    setTried(true);
    if (!reason) return focusFirstError();
    if (await action.run(() => question.act(reason), question.done)) onClose();
  }

  return (
    <FormDialog isOpen title={question.title} onClose={onClose}>
      <ActionForm action={action} onSubmit={send} onClose={onClose} submitLabel={question.confirmLabel}>
        <p className={styles.soft}>{question.text}</p>
        <TextArea autoFocus {...field} description={question.hint} />
      </ActionForm>
    </FormDialog>
  );
}
