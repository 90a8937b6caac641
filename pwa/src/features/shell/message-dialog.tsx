import { formatTime } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { usePastMessages } from '~/lib/messages';
import { Dialog, Row, Rows } from '~/ui';

/** Everything that was said in a message, newest first, to be read in peace. */
export default function MessageDialog({ onClose }: { onClose(): void }) {
  const t = useText();
  const messages = usePastMessages();
  return (
    <Dialog isOpen onOpenChange={onClose} title={t('shell.messages.title')} closeLabel={t('shell.close')}>
      {messages.length === 0 ? (
        <p>{t('shell.messages.empty')}</p>
      ) : (
        <Rows>
          {messages.map((message) => (
            <Row
              key={message.id}
              title={message.title}
              detail={[t('shell.messages.at', { time: formatTime(message.at) }), message.text]
                .filter(Boolean)
                .join(' · ')}
            />
          ))}
        </Rows>
      )}
    </Dialog>
  );
}
