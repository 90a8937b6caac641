import { useState } from 'react';
import { useText } from '~/lib/i18n';
import { later } from '~/lib/later';
import { PlainButton } from '~/ui';

const MessageDialog = later(() => import('./message-dialog'));

/** The button that opens everything that was said in a message and is gone again. */
export function MessageLog() {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <PlainButton
        variant="quiet"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        aria-label={t('shell.messages.open')}
      >
        {t('shell.messages.title')}
      </PlainButton>
      {isOpen ? <MessageDialog onClose={() => setOpen(false)} /> : null}
    </>
  );
}
