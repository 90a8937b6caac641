import { atom, store, useAtomValue } from '~/lib/state';

/** Chromium's own offer to install, kept for the moment that suits; no other browser has one. */
interface InstallOffer extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

const offerAtom = atom<InstallOffer | null>(null);

const DISMISSED_KEY = 'bildnis.install';

/** Begins to listen: the browser offers once, soon after the page is there. */
export function watchInstall(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    store.set(offerAtom, event as InstallOffer);
  });
  addEventListener('appinstalled', () => store.set(offerAtom, null));
}

/** Whether the page runs as an installed app. */
export const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true;

/** Safari on phones and tablets installs by hand only. */
const isByHand = (): boolean => 'standalone' in navigator && !isInstalled();

/** How the app can be installed here: `offer` at the press of a button, `byHand` with instructions; null where it cannot or already is. */
export function useInstallWay(): 'offer' | 'byHand' | null {
  const offer = useAtomValue(offerAtom);
  if (offer) return 'offer';
  return isByHand() ? 'byHand' : null;
}

/** Lets the browser ask. */
export async function install(): Promise<void> {
  const offer = store.get(offerAtom);
  if (!offer) return;
  store.set(offerAtom, null);
  const { outcome } = await offer.prompt();
  if (outcome === 'dismissed') dismissInstall();
}

/** Not now: the offer does not come by itself again; the settings still have it. */
export function dismissInstall(): void {
  try {
    localStorage.setItem(DISMISSED_KEY, '1');
  } catch {
    // asked again at the next visit
  }
}

/** Whether the customer has declined. */
export function isInstallDismissed(): boolean {
  try {
    return localStorage.getItem(DISMISSED_KEY) !== null;
  } catch {
    return false;
  }
}
