import { expect, type Page } from '@playwright/test';

/** Waits until the service worker answers for the page. */
export const installed = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), { timeout: 20_000 })
    .toBe('activated');
