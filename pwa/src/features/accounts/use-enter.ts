import { useEffect, useEffectEvent } from 'react';
import { useRouter } from '~/lib/navigation';
import { beginSession, onSessionElsewhere, refreshSession, type Me } from '~/lib/session';
import { forgetPendingEmail } from './pending-email';

/** Takes over who has signed in and goes to the page that was asked for, else to /app. */
export function useEnter(target: string | undefined): (me: Me) => void {
  const { history } = useRouter();
  return (me) => {
    beginSession(me);
    forgetPendingEmail();
    history.replace(target ?? '/app');
  };
}

/** Goes on as soon as somebody signs in in another tab: it is the same session. */
export function useEnterWithOtherTab(target: string | undefined): void {
  const { history } = useRouter();
  const follow = useEffectEvent(async () => {
    const me = await refreshSession().catch(() => null);
    if (me) history.replace(target ?? '/app');
  });
  useEffect(() => onSessionElsewhere(() => void follow()), []);
}
