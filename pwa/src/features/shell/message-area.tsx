import { useText } from '~/lib/i18n';
import { messageQueue } from '~/lib/messages';
import { ToastArea } from '~/ui';

/** Where messages appear. */
export default function MessageArea() {
  const t = useText();
  return <ToastArea queue={messageQueue} label={t('shell.messages.title')} closeLabel={t('shell.close')} />;
}
