import { errorText } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { forgetMessages, notify } from '~/lib/messages';
import { useNavigate, useRouter } from '~/lib/navigation';
import { endSession } from '~/lib/session';

/** Signs out and goes to the start page; says so where that fails. */
export function useSignOut(): () => Promise<void> {
  const t = useText();
  const navigate = useNavigate();
  const router = useRouter();
  return async () => {
    try {
      await endSession();
      // Nothing of one customer is left for the next.
      router.clearCache();
      forgetMessages();
      await navigate({ to: '/' });
    } catch (error) {
      notify({ title: t('shell.signOutFailed'), text: errorText(error), tone: 'bad' });
    }
  };
}
