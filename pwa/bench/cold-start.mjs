/** How long a phone with an empty cache on a slow network waits for a screen it can use, and what is fetched for it. */
import { chromium as launcher } from '@playwright/test';
import { signIn } from './routes.mjs';

/** Fast 3G as browsers' tools have it: milliseconds, bytes a second. The processor is not slowed. */
const FAST_3G = { offline: false, latency: 562, downloadThroughput: 180_000, uploadThroughput: 84_375 };
const ROUNDS = 3;

/** What can be used on each screen once it is there. */
const SCREENS = [
  { path: '/auth', usable: 'input[type=email]', isSignedIn: false },
  { path: '/app', usable: 'main h2', isSignedIn: true },
  { path: '/app/profile-wizard', usable: 'main [type=checkbox]', isSignedIn: true },
];

/** @returns for each screen the median time in seconds, the requests and kilobytes until then, in all and of scripts */
export async function measureColdStarts(url, chromium) {
  const browser = await launcher.launch(chromium ? { executablePath: chromium } : {});
  try {
    const account = await browser.newContext({ baseURL: url });
    await signIn(account.request, url);
    const { cookies } = await account.storageState();
    // The device knows that somebody is signed in.
    const origins = [{ origin: new URL(url).origin, localStorage: [{ name: 'bildnis.signed-in', value: '1' }] }];
    const storageState = { cookies, origins };
    const results = [];
    for (const screen of SCREENS) {
      const visits = [];
      for (let round = 0; round < ROUNDS; round += 1)
        visits.push(await visit(browser, { baseURL: url, ...(screen.isSignedIn ? { storageState } : {}) }, screen));
      visits.sort((a, b) => a.seconds - b.seconds);
      results.push({ path: screen.path, ...visits[Math.floor(ROUNDS / 2)] });
    }
    return results;
  } finally {
    await browser.close();
  }
}

async function visit(browser, options, { path, usable }) {
  const context = await browser.newContext({ ...options, viewport: { width: 390, height: 844 }, hasTouch: true });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', FAST_3G);
  const kinds = new Map();
  const loaded = { requests: 0, kilobytes: 0, scriptKilobytes: 0 };
  devtools.on('Network.requestWillBeSent', ({ requestId, type }) => kinds.set(requestId, type));
  const heads = new Map();
  devtools.on('Network.responseReceived', ({ requestId, response }) =>
    heads.set(requestId, response.encodedDataLength),
  );
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    loaded.requests += 1;
    loaded.kilobytes += encodedDataLength / 1000;
    // Without their headers, which are no script.
    if (kinds.get(requestId) === 'Script')
      loaded.scriptKilobytes += (encodedDataLength - (heads.get(requestId) ?? 0)) / 1000;
  });
  const begun = performance.now();
  await page.goto(path, { waitUntil: 'commit' });
  await page.locator(usable).first().waitFor();
  const result = { seconds: (performance.now() - begun) / 1000, ...loaded };
  await context.close();
  return result;
}
