import { defineConfig } from '@playwright/test';
import { existsSync } from 'node:fs';

/** Where the production build answers; the test run starts it and says where. */
const baseURL = process.env.BILDNIS_URL ?? 'http://localhost:3000';
const systemChromium = process.env.BILDNIS_CHROMIUM ?? '/usr/bin/chromium';

export default defineConfig({
  testDir: './e2e',
  forbidOnly: Boolean(process.env.CI),
  fullyParallel: false,
  workers: 1,
  reporter: [['list']],
  use: {
    baseURL,
    locale: 'de-CH',
    timezoneId: 'Europe/Zurich',
    // Recording costs a tenth of the time; what failed in a whole run is recorded when it is run by itself.
    trace: process.env.CI ? 'off' : 'retain-on-failure',
    // The system's Chromium where it exists; otherwise whatever Playwright has installed.
    launchOptions: existsSync(systemChromium) ? { executablePath: systemChromium } : {},
  },
  projects: [
    // With the hosted engine the way is the same on both: it is walked once.
    { name: 'phone', testIgnore: /hosted-engine/, use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } },
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
  ],
});
