import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components/Toast';

export type Tone = 'info' | 'good' | 'bad';

export interface ToastMessage {
  title: string;
  text?: string;
  tone: Tone;
  /** How long it stays, in milliseconds; until it is closed where nothing is given. */
  stays?: number;
}

export type { ToastQueue };

/** Makes the queue that a toast area shows; at most three messages at a time, the others wait. */
export function createToastQueue(): ToastQueue<ToastMessage> {
  return new ToastQueue<ToastMessage>({ maxVisibleToasts: 3 });
}
