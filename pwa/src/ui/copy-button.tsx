import { useEffect, useState } from 'react';
import { Button } from './button';
import type { ButtonVariant } from './button-variant';
import { VisuallyHidden } from './visually-hidden';

export interface CopyButtonProps {
  /** What goes to the clipboard. */
  text: string;
  label: string;
  doneLabel: string;
  /** Said where the browser does not allow it. */
  failedLabel: string;
  variant?: ButtonVariant;
}

/** How long the button says what has happened, in milliseconds. */
const SAID_FOR = 3_000;

/** Copies a text and says so, on itself and to screen readers. */
export function CopyButton({ text, label, doneLabel, failedLabel, variant }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'done' | 'failed' | null>(null);

  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), SAID_FOR);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('done');
    } catch {
      setOutcome('failed');
    }
  }

  const said = outcome === 'done' ? doneLabel : failedLabel;
  return (
    <>
      <Button variant={variant} onPress={() => void copy()}>
        {outcome ? said : label}
      </Button>
      <span role="status">{outcome ? <VisuallyHidden>{said}</VisuallyHidden> : null}</span>
    </>
  );
}
