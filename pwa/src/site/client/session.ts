import { say } from './message';
import { clearSignOut, isSignOutPending } from '~/lib/session/sign-out-mark';
import { SIGNED_IN_KEY, markSignedIn } from '~/lib/session/signed-in-mark';

/** What the app keeps for a customer goes with the session, also from here. */
async function leaveDevice(): Promise<void> {
  const [{ wipeDevice }, { forgetPush }] = await Promise.all([import('~/lib/device'), import('~/lib/push/forget')]);
  await Promise.all([wipeDevice(), forgetPush()]);
}

/** Tells the server of a sign-out without a network; tried again when the network comes back. */
async function finishSignOut(): Promise<void> {
  if (!isSignOutPending()) return;
  try {
    const { api } = await import('./api');
    await api.logout().catch((error: unknown) => {
      if ((error as { code?: string }).code !== 'unauthenticated') throw error;
    });
    clearSignOut();
  } catch {
    addEventListener('online', () => void finishSignOut(), { once: true });
  }
}

/** Signs out and goes to the start page; where that fails, says so: nobody may leave believing to be signed out. */
async function signOut(): Promise<void> {
  try {
    const { api } = await import('./api');
    await api.logout().catch((error: unknown) => {
      // A session that is over already is what was asked for.
      if ((error as { code?: string }).code !== 'unauthenticated') throw error;
    });
    markSignedIn(false);
    await leaveDevice().catch(() => undefined);
    new BroadcastChannel('bildnis.session').postMessage(null);
    location.assign('/');
  } catch {
    const { signOutFailed = '', signOutText = '' } =
      document.querySelector<HTMLElement>('[data-message]')?.dataset ?? {};
    say({ title: signOutFailed, text: signOutText });
  }
}

/** Keeps the bar in step with whether somebody is signed in here. */
export function startSession(): void {
  void finishSignOut();
  for (const button of document.querySelectorAll('[data-sign-out]'))
    button.addEventListener('click', () => void signOut());
  const follow = () => {
    if (localStorage.getItem(SIGNED_IN_KEY)) document.documentElement.dataset.session = 'in';
    else delete document.documentElement.dataset.session;
  };
  addEventListener('storage', ({ key }) => key === SIGNED_IN_KEY && follow());
  addEventListener('pageshow', ({ persisted }) => persisted && follow());
}

/** On the pages that know more of a signed-in user, the app takes over. */
export function startMember(): void {
  const { session, memberScript, memberStyles } = document.documentElement.dataset;
  if (session !== 'in' || !memberScript) return;
  for (const href of memberStyles?.split(' ') ?? []) {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    document.head.append(link);
  }
  void import(/* @vite-ignore */ memberScript);
}
