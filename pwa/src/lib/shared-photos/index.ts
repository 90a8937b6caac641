import { beginBusy } from '~/lib/busy';
import { facts } from '~/lib/facts';
import { watchUser } from '~/lib/session';
import { atom, store, useAtomValue } from '~/lib/state';
import { TAKE_SHARED } from './names';

/** Photos that were shared with the app and that nobody has added or discarded yet. */
export interface SharedPhotos {
  photos: readonly File[];
  /** How many more there were than are taken at once. */
  surplus: number;
}

/** How Chromium hands over files that were opened with the installed app. */
export interface LaunchQueue {
  setConsumer(consumer: (launch: { files: readonly { getFile(): Promise<File> }[] }) => void): void;
}

/** How long they are waited for before they count as lost; those that come later are taken all the same. Milliseconds. */
const PATIENCE = 3_000;
/** How long they wait for sign-in, consent and an answer, in milliseconds. */
const LIFETIME = 30 * 60_000;
const MOST_BYTES = facts.photos.maxKept * facts.photos.maxBytes;

/** In this page's memory and nowhere else: before sign-in and consent nothing of them may be kept. */
const sharedAtom = atom<SharedPhotos | null>(null);
const awaitedAtom = atom(false);
let end = (): void => undefined;
let owner: string | undefined;
let isWatching = false;

export const useSharedPhotos = (): SharedPhotos | null => useAtomValue(sharedAtom);

/** Whether photos may still arrive. */
export const useIsAwaited = (): boolean => useAtomValue(awaitedAtom);

/** Lets go of the photos: they were added or discarded, or nobody may have them any more. */
export function forgetShared(): void {
  end();
  store.set(sharedAtom, null);
}

/** As many as a draft can hold, and no more bytes than these may have. */
function fitting(photos: readonly File[]): File[] {
  let bytes = 0;
  return photos.slice(0, facts.photos.maxKept).filter(({ size }) => (bytes += size) <= MOST_BYTES);
}

function keep(arrived: readonly File[]): void {
  if (arrived.length === 0) return;
  const before = store.get(sharedAtom) ?? { photos: [], surplus: 0 };
  const all = [...before.photos, ...arrived];
  const photos = fitting(all);
  end();
  store.set(sharedAtom, { photos, surplus: before.surplus + all.length - photos.length });
  store.set(awaitedAtom, false);
  const timer = setTimeout(forgetShared, LIFETIME);
  // A reload of the app's own would lose them.
  const endBusy = beginBusy('shared');
  end = () => {
    clearTimeout(timer);
    endBusy();
  };
}

/** What one customer shares is never offered to the next. */
function followUser(userId: string | undefined): void {
  if (owner && userId !== owner) forgetShared();
  owner = userId;
}

/** Asks the service worker, which took them off the device's form. */
function askWorker(): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }: MessageEvent<File[]>) => keep(data);
  navigator.serviceWorker?.controller?.postMessage({ type: TAKE_SHARED }, [port2]);
}

/** Takes over the photos that this page was opened with. */
export function receiveShared(): void {
  if (!isWatching) watchUser(followUser);
  isWatching = true;
  store.set(awaitedAtom, true);
  setTimeout(() => store.set(awaitedAtom, false), PATIENCE);
  askWorker();
  const { launchQueue } = window as { launchQueue?: LaunchQueue };
  launchQueue?.setConsumer(
    ({ files }) => void Promise.all(files.map((file) => file.getFile())).then(keep, () => undefined),
  );
}
