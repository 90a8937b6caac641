import { expect, type Page } from '@playwright/test';

/** Waits until the service worker answers for the page: it first fetches every file of the app, which takes its time beside other tests. */
export const installed = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), { timeout: 60_000 })
    .toBe('activated');
