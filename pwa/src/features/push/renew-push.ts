import { readMark } from '~/lib/push/mark';

/** Tells the server again where this device is reached, if it is at all: at every start, and when a session has been replaced. */
export function renewPush(userId: string): void {
  if (!readMark()) return;
  void import('~/lib/push').then(({ keepPush }) => keepPush(userId)).catch(() => undefined); // at the next start
}
