import { useRef, useState, type ReactNode, type RefObject } from 'react';
import { useText, type TextKey } from '~/lib/i18n';
import { AlertDialog } from '~/ui';
import { useAction } from './use-action';

/** What is asked before an act, and what is done. */
export interface Question {
  title: string;
  text: ReactNode;
  confirmLabel: string;
  act(): Promise<unknown>;
  /** Runs after the act, while the dialog is still there. */
  done(): unknown;
}

/** How often is looked where the focus is, and how many milliseconds apart. */
const LOOKS = 20;
const APART = 50;

/**
 * Takes the focus to a place where it gets lost within the next second. The dialog goes in its own time, and react-aria then tries to give
 * the focus back: lost is what is lost at two looks in a row.
 */
export function catchFocus(place: RefObject<HTMLElement | null>, wasLost = false, looks = LOOKS): void {
  setTimeout(() => {
    if (!place.current) return;
    const isLost = document.activeElement === document.body;
    if (isLost && wasLost) place.current.focus({ preventScroll: true });
    if (looks > 0) catchFocus(place, isLost, looks - 1);
  }, APART);
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
  const { isPending, errorText, clear, run } = useAction(failed);

  const ask = (next: Question) => {
    clear();
    setQuestion(next);
    setOpen(true);
  };

  async function confirm() {
    if (!question || !(await run(question.act, question.done))) return;
    setOpen(false);
    catchFocus(place);
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
