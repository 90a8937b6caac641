import { useEffect, useState } from 'react';
import { api, type Schemas } from '~/lib/api';
import { loadTexts } from '~/lib/i18n';
import { later } from '~/lib/later';
import { useMe } from '~/lib/session';

const NewTermsDialog = later(async () => (await Promise.all([import('./new-terms-dialog'), loadTexts('newTerms')]))[0]);

/** Asks once per start and customer whether new terms wait for an answer; where that cannot be had, with the next start. */
export function NewTermsWatch() {
  const { id } = useMe();
  return <Watch key={id} />;
}

function Watch() {
  const [asked, setAsked] = useState<Schemas['NewTerms'] | null>(null);
  useEffect(() => {
    let isOver = false;
    api.getNewTerms().then(
      ({ newTerms }) => isOver || setAsked(newTerms),
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, []);
  return asked ? <NewTermsDialog terms={asked} onClose={() => setAsked(null)} /> : null;
}
