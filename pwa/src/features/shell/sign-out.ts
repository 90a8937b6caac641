import { errorText } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { forgetMessages, notify } from '~/lib/messages';
import { leaveFor, useRouter } from '~/lib/navigation';
import { endSession } from './end-session';

/** Signs out and goes to the start page; says so where that fails. */
export function useSignOut(): () => Promise<void> {
  const t = useText();
  const router = useRouter();
  return async () => {
    // On a slow line the server takes its time.
    const arrived = notify({ title: `${t('shell.nav.signOut')}\u00a0…`, duration: 'waiting' });
    try {
      await endSession(async () => {
        // Nothing of one customer is left for the next.
        router.clearCache();
        forgetMessages();
        // Where the network is slow the screen stays for some seconds.
        notify({ title: t('shell.signedOut') });
        await leaveFor('/');
      });
    } catch (error) {
      arrived();
      notify({ title: t('shell.signOutFailed'), text: errorText(error), tone: 'bad' });
    }
  };
}
