import { atom, store, useAtomValue } from '~/lib/state';
import { createToastQueue, type ToastMessage, type Tone } from '~/ui/toast-queue';

export { leaveMessage } from './next-page';

/** How long a message stays, in milliseconds; its time stands still where somebody is at it (`ui/toast.tsx`). */
export const DURATION = { info: 3_000, normal: 5_000, long: 8_000, waiting: 20_000 } as const;

export interface Message {
  title: string;
  text?: string;
  tone?: Tone;
  /** `normal` unless given; errors stay `long`. */
  duration?: keyof typeof DURATION;
}

export interface PastMessage extends ToastMessage {
  id: number;
  /** ISO time. */
  at: string;
}

const KEPT = 30;
/** What is shown at the moment, as far as nobody has closed it, by what it says. */
const shown = new Map<string, { key: string; tone: Tone }>();
const pastAtom = atom<readonly PastMessage[]>([]);
let count = 0;

/** What the toast area of the page shows. */
export const messageQueue = createToastQueue();

/** Shows a message and keeps it readable afterwards. Returns a function that takes it away. */
export function notify({
  title,
  text,
  tone = 'info',
  duration = tone === 'bad' ? 'long' : 'normal',
}: Message): () => void {
  count += 1;
  const past: PastMessage = { id: count, at: new Date().toISOString(), title, text, tone };
  store.set(pastAtom, [past, ...store.get(pastAtom)].slice(0, KEPT));
  // The same words twice would look like two events: the newer one takes the place of the older.
  const words = `${tone} ${title} ${text ?? ''}`;
  const earlier = shown.get(words);
  if (earlier) messageQueue.close(earlier.key);
  const key = messageQueue.add(
    { title, text, tone, stays: DURATION[duration] },
    { onClose: () => shown.get(words)?.key === key && shown.delete(words) },
  );
  shown.set(words, { key, tone });
  return () => messageQueue.close(key);
}

/** Takes away what went wrong before, when it is tried again; it can still be read among the past messages. */
export function dismissErrors(): void {
  for (const { key, tone } of shown.values()) if (tone === 'bad') messageQueue.close(key);
}

/** What has been said so far, newest first. */
export const usePastMessages = (): readonly PastMessage[] => useAtomValue(pastAtom);

/** Forgets what has been said: another person may sit down here next. */
export function forgetMessages(): void {
  store.set(pastAtom, []);
  shown.clear();
  messageQueue.clear();
}
