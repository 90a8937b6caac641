import { say } from './message';
import { isLeaving, markLeaving } from '~/lib/session/leaving-mark';
import { clearSignOut, isSignOutPending } from '~/lib/session/sign-out-mark';
import { SIGNED_IN_KEY, isMarkedSignedIn, markSignedIn } from '~/lib/session/signed-in-mark';

const handover = () => import('~/lib/session/handover');

async function leaveDevice(): Promise<void> {
  markLeaving(true);
  await (await handover()).removeAll();
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

/** Signs out as the app does and goes to the start page; where the server refuses, says so: nobody may leave believing to be signed out. */
async function signOut(button: HTMLButtonElement): Promise<void> {
  const label = button.textContent;
  button.disabled = true;
  // On a slow line the server takes its time.
  button.textContent = `${label}\u00a0…`;
  try {
    const [{ api }, { tellEnd }] = await Promise.all([import('./api'), handover()]);
    await tellEnd(api);
    await leaveDevice().catch(() => undefined);
    markSignedIn(false);
    new BroadcastChannel('bildnis.session').postMessage(null);
    location.assign('/');
  } catch {
    button.disabled = false;
    button.textContent = label;
    const { signOutFailed = '', signOutText = '' } =
      document.querySelector<HTMLElement>('[data-message]')?.dataset ?? {};
    say({ title: signOutFailed, text: signOutText });
  }
}

/** Keeps the bar in step with whether somebody is signed in here. */
export function startSession(): void {
  void finishSignOut();
  // Of somebody who has signed in since, the app takes care.
  if (isLeaving() && !isMarkedSignedIn()) void leaveDevice().catch(() => undefined);
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-sign-out]'))
    button.addEventListener('click', () => void signOut(button));
  const follow = () => {
    if (isMarkedSignedIn()) document.documentElement.dataset.session = 'in';
    else delete document.documentElement.dataset.session;
  };
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== SIGNED_IN_KEY) return;
    follow();
    // Whoever signed out elsewhere may have typed something here.
    if (newValue === null) void handover().then(({ forgetTab }) => forgetTab());
  });
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
