import { useText } from '~/lib/i18n';
import { forgetMessages, leaveMessage } from '~/lib/messages';
import { useNavigate, useRouter } from '~/lib/navigation';
import { announceSession, forgetSession, leaveDevice } from '~/lib/session';

/** Leaves an account that is gone: nothing of it stays on the device, and the start page says what has happened. */
export function useLeave(): () => Promise<void> {
  const t = useText();
  const navigate = useNavigate();
  const router = useRouter();
  return async () => {
    // First of all: the next refusal of the server must not lead to the sign-in page.
    forgetSession();
    announceSession();
    await leaveDevice().catch(() => undefined);
    router.clearCache();
    forgetMessages();
    leaveMessage({ title: t('settings.deletion.doneTitle'), text: t('settings.deletion.done') });
    await navigate({ to: '/', replace: true });
  };
}
