import { defineConfig } from '@playwright/test';
import { existsSync } from 'node:fs';
import { answeredCookies } from './e2e/cookies.js';
import { PHONE } from './e2e/look.js';

interface Server {
  url: string;
  mailboxUrl?: string;
  /** Its first admin. */
  admin?: { email: string; password: string };
  dataDir: string;
}

/** Where the production build answers: the test run starts one for each worker and says where. Each worker reads this file for itself. */
const servers = JSON.parse(process.env.BILDNIS_SERVERS ?? '[]') as Server[];
const own = servers[Number(process.env.TEST_PARALLEL_INDEX ?? 0)];
if (own)
  Object.assign(process.env, {
    BILDNIS_URL: own.url,
    BILDNIS_MAILBOX_URL: own.mailboxUrl ?? '',
    BILDNIS_ADMIN: JSON.stringify(own.admin),
    BILDNIS_DATA_DIR: own.dataDir,
  });
const baseURL = process.env.BILDNIS_URL ?? 'http://localhost:3000';
const systemChromium = process.env.BILDNIS_CHROMIUM ?? '/usr/bin/chromium';
const systemShell = process.env.BILDNIS_HEADLESS_SHELL ?? '/usr/bin/chromium-headless-shell';

/** Pages of tests are too short-lived to gain from V8's optimising compilers, which cost time at each start. */
const WITHOUT_OPTIMISING = '--js-flags=--no-turbofan --no-maglev';

/** The whole browser, for what its headless shell does not know: notifications and installed apps. The system's, or else Playwright's. */
const wholeBrowserWith = (flags: string[]) => ({
  args: flags,
  ...(existsSync(systemChromium) ? { executablePath: systemChromium } : { channel: 'chromium' }),
});
export const wholeBrowser = wholeBrowserWith([WITHOUT_OPTIMISING]);
const headlessShellWith = (flags: string[]) => ({
  args: [
    ...flags,
    // Letters are as wide as on a screen, not rounded to whole pixels.
    '--font-render-hinting=none',
    // A camera that shows a test picture and asks nobody.
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
  ],
  ...(existsSync(systemShell) ? { executablePath: systemShell } : {}),
});
/** Half the work of the whole browser. Playwright's own has such a shell as well. */
const leanest = (flags: string[]) =>
  existsSync(systemChromium) && !existsSync(systemShell) ? wholeBrowserWith(flags) : headlessShellWith(flags);
/** For pages that look at photos on the device: they compute for so long that the compilers pay. */
export const computingBrowser = leanest([]);

/** What takes longest begins first, so that no worker is left alone with it at the end. */
const LONG = /(?:main-path|site|billing|admin)\.spec\.ts$/;

/** What looks at photos on the device. */
const COMPUTING = /(?:try-out|wizard)\.spec\.ts$/;

/** What takes minutes, and is walked by `npm run drill`. */
const DRILL = /\/e2e\/drill\//;

export default defineConfig({
  testDir: './e2e',
  forbidOnly: Boolean(process.env.CI),
  // The machine is shared by some browsers with a server each: only what hangs takes this long, in milliseconds.
  timeout: 240_000,
  fullyParallel: false,
  workers: Math.max(1, servers.length),
  // What takes its time beside the others is waited for.
  expect: { timeout: 30_000 },
  // What fails beside another browser is tried once more; the report of the run says how many needed it.
  retries: process.env.CI ? 1 : 0,
  reporter: [['list']],
  projects: [
    { name: 'long', testMatch: LONG, testIgnore: DRILL },
    { name: 'computing', testMatch: COMPUTING, testIgnore: DRILL, use: { launchOptions: computingBrowser } },
    { name: 'short', testIgnore: [LONG, COMPUTING, DRILL] },
    { name: 'drill', testMatch: DRILL },
  ],
  // Each path is walked once, on the phone; what is looked at there is looked at on the wide screen, too (`look`).
  use: {
    ...PHONE,
    baseURL,
    locale: 'de-CH',
    timezoneId: 'Europe/Zurich',
    // Nothing is measured while it fades in. The main path is walked with motion.
    contextOptions: { reducedMotion: 'reduce' },
    // The question about cookies has been answered, but for the tests of it.
    storageState: answeredCookies(baseURL),
    // Every visitor of a test is new, and the service worker would fetch all files of the app for each: specs that are about it, or about a whole way, allow it.
    serviceWorkers: 'block',
    // Recording costs a tenth of the time; what failed in a whole run is recorded when it is run by itself.
    trace: process.env.CI ? 'off' : 'retain-on-failure',
    launchOptions: leanest([WITHOUT_OPTIMISING]),
  },
});
