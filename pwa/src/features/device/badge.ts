/** What is worth a mark on the app's icon while nobody looks. */
const FINISHED = ['completed', 'ready', 'failed'];

/** Marks the icon of the installed app when work has ended and the app is out of sight. */
export function noteFinished(status: string): void {
  if (document.visibilityState === 'visible' || !FINISHED.includes(status)) return;
  void navigator.setAppBadge?.().catch(() => undefined);
}

/** Takes the mark away when somebody looks. */
export function clearBadge(): void {
  if (document.visibilityState === 'visible') void navigator.clearAppBadge?.().catch(() => undefined);
}
