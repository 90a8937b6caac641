import { useRef, useState, type ReactNode } from 'react';
import { useText, type TextKey } from '~/lib/i18n';
import { AlertDialog } from '~/ui';
import { useAct } from './use-act';

/** What is asked before an act, and what is done. */
export interface Question {
  title: string;
  text: ReactNode;
  confirmLabel: string;
  act(): Promise<unknown>;
  /** Runs after the act, while the dialog is still there. */
  done(): unknown;
}

/**
 * Asks before something that cannot be undone, proves who it is where needed, does it, and closes.
 * The place around a list gets the focus when the button that asked is gone afterwards.
 */
export function useConfirm(failed?: TextKey) {
  const t = useText();
  const [question, setQuestion] = useState<Question | null>(null);
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const { isPending, errorText, clear, run } = useAct(failed);

  const ask = (next: Question) => {
    clear();
    setQuestion(next);
    setOpen(true);
  };

  async function confirm() {
    if (!question || !(await run(question.act, question.done))) return;
    setOpen(false);
    // After react-aria has tried to give the focus back.
    setTimeout(() => document.activeElement === document.body && place.current?.focus({ preventScroll: true }), 50);
  }

  const dialog = question ? (
    <AlertDialog
      isOpen={isOpen}
      onOpenChange={setOpen}
      title={question.title}
      confirmLabel={question.confirmLabel}
      cancelLabel={t('shell.cancel')}
      isPending={isPending}
      error={errorText}
      onConfirm={() => void confirm()}
    >
      {question.text}
    </AlertDialog>
  ) : null;

  return { ask, dialog, place };
}
