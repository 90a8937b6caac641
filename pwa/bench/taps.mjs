/** How long the taps on the way to a portrait take to be answered on a phone with a slow processor: INP as browsers measure it. */
import { chromium as launcher } from '@playwright/test';
import { answeredCookies } from '../e2e/cookies.ts';

/** How many times slower than this machine the page's thread runs. */
const SLOWER = 4;
const VISITS = 3;
/** What a tap has set off is over by then, in milliseconds. */
const SETTLED = 1000;

const button = (page, name) => page.getByRole('button', { name }).first();
const viewer = (page) => page.getByRole('dialog', { name: 'Portraits im Vollbild' });

/** The taps of each page, in their order. `isSignedIn`: by the owner of the run. */
const waysTo = (runId) => [
  {
    path: '/auth',
    isSignedIn: false,
    taps: [
      ['Jetzt registrieren', (page) => page.getByRole('link', { name: 'Jetzt registrieren' })],
      ['Konto erstellen', (page) => button(page, 'Konto erstellen')],
    ],
  },
  {
    path: '/app/styles',
    isSignedIn: true,
    taps: [['Style als Favorit', (page) => button(page, /als Favorit$/)]],
  },
  {
    path: `/app/generations/${runId}`,
    isSignedIn: true,
    taps: [
      ['Herz', (page) => button(page, 'Portrait 2 als Favorit')],
      ['zweites Herz', (page) => button(page, 'Portrait 3 als Favorit')],
      ['Portrait öffnen', (page) => button(page, /im Vollbild$/)],
      ['nächstes Portrait', (page) => button(viewer(page), 'Nächstes Portrait')],
      ['Formate', (page) => button(viewer(page), /^Formate von/)],
      ['Formate schliessen', null],
      ['Portrait schliessen', (page) => button(viewer(page), 'Schliessen')],
      ['Auswählen', (page) => button(page, 'Auswählen')],
      ['Portrait wählen', (page) => button(page, /^Portrait 1/)],
    ],
  },
];

/**
 * @param run its id, and the token of its owner's session
 * @returns of every tap its name and the median in milliseconds, the slowest first
 */
export async function measureTaps(url, chromium, run) {
  const browser = await launcher.launch(chromium ? { executablePath: chromium } : {});
  try {
    const times = new Map();
    for (const way of waysTo(run.id))
      for (let visit = 0; visit < VISITS; visit += 1)
        for (const [name, ms] of await tapsOf(browser, url, way, run.token))
          times.set(name, [...(times.get(name) ?? []), ms]);
    return [...times]
      .map(([name, all]) => ({ name, ms: all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] }))
      .toSorted((a, b) => b.ms - a.ms);
  } finally {
    await browser.close();
  }
}

async function tapsOf(browser, url, { path, isSignedIn, taps }, token) {
  const storageState = answeredCookies(url);
  if (isSignedIn) storageState.origins[0].localStorage.push({ name: 'bildnis.signed-in', value: '1' });
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 2,
    serviceWorkers: 'block',
    storageState,
    ...(isSignedIn ? { extraHTTPHeaders: { authorization: `Bearer ${token}` } } : {}),
  });
  try {
    const page = await context.newPage();
    await page.addInitScript(() => {
      window.longest = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          if (entry.interactionId) window.longest = Math.max(window.longest, entry.duration);
      }).observe({ type: 'event', durationThreshold: 16, buffered: true });
    });
    await page.goto(path);
    await taps[0][1](page).waitFor();
    await page.waitForLoadState('networkidle');
    // What a page fetches for later has come.
    await page.waitForTimeout(SETTLED);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    const results = [];
    for (const [name, target] of taps) {
      await page.evaluate(() => (window.longest = 0));
      await (target ? target(page).tap() : page.keyboard.press('Escape'));
      await page.waitForTimeout(SETTLED);
      results.push([name, await page.evaluate(() => window.longest)]);
    }
    return results;
  } finally {
    await context.close();
  }
}
