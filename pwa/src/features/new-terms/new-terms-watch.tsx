import { useEffect, useState } from 'react';
import { api, type Schemas } from '~/lib/api';
import { loadTexts } from '~/lib/i18n';
import { later } from '~/lib/later';

const NewTermsDialog = later(async () => (await Promise.all([import('./new-terms-dialog'), loadTexts('acts')]))[0]);

const LATER_MS = 500;

/** Asks once per start whether new terms wait for an answer; where that cannot be had, with the next start. */
export function NewTermsWatch() {
  const [asked, setAsked] = useState<Schemas['NewTerms'] | null>(null);
  useEffect(() => {
    let isOver = false;
    // After what the screen itself needs.
    const timer = setTimeout(() => {
      api.getNewTerms().then(
        ({ newTerms }) => isOver || setAsked(newTerms),
        () => undefined,
      );
    }, LATER_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, []);
  return asked ? <NewTermsDialog terms={asked} onClose={() => setAsked(null)} /> : null;
}
