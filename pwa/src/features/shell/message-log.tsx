import { lazy, Suspense, useState } from 'react';
import { useText } from '~/lib/i18n';
import { Button } from '~/ui';

const MessageDialog = lazy(() => import('./message-dialog'));

/** The button that opens everything that was said in a message and is gone again. */
export default function MessageLog() {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="quiet" onPress={() => setOpen(true)} aria-label={t('shell.messages.open')}>
        {t('shell.messages.title')}
      </Button>
      {isOpen ? (
        <Suspense>
          <MessageDialog onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
