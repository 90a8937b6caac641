/** `install-first`: Safari on phones and tablets has push in installed apps only. */
export type PushSupport = 'ready' | 'install-first' | 'none';

/** What this browser can do, without asking anybody. */
export function pushSupport(): PushSupport {
  if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) return 'ready';
  return (navigator as { standalone?: boolean }).standalone === false ? 'install-first' : 'none';
}
