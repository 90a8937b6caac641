import type { Page } from '@playwright/test';

/** Waits until what was closed has left the history: going back there would call off a page that is opened meanwhile. */
export const overlaysGone = (page: Page) =>
  page.waitForFunction(() => !(history.state as { overlays?: number } | null)?.overlays);
