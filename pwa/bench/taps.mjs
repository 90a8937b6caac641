/** How long the taps on the way to a portrait take to be answered on a phone with a slow processor: INP as browsers measure it. */
import { chromium as launcher } from '@playwright/test';
import { answeredCookies, FRESH } from '../e2e/cookies.ts';

/** How many times slower than this machine the page's thread runs. */
const SLOWER = 4;
const VISITS = 3;
/** What a tap has set off is over by then, in milliseconds. */
const SETTLED = 1000;

const button = (page, name) => page.getByRole('button', { name }).first();
const link = (page, name) => page.getByRole('link', { name }).first();
const box = (page, at) => page.locator('label:has([type=checkbox])').nth(at);
const viewer = (page) => page.getByRole('dialog', { name: 'Portraits im Vollbild' });
const escape = (page) => page.keyboard.press('Escape');

/**
 * The taps of each page, in their order: a name and what is tapped, or a key instead. `who`: a visitor who has answered about cookies unless
 * said, a customer without consents, or the owner of the run.
 */
const waysTo = (runId) => [
  {
    path: '/',
    who: 'stranger',
    taps: [
      ['Cookies ablehnen', (page) => button(page, 'Alle ablehnen')],
      ['Menü', (page) => page.locator('header summary')],
      ['Menü schliessen', (page) => page.locator('header summary')],
      ['Ausprobieren', (page) => button(page, /ausprobieren/)],
    ],
  },
  {
    path: '/styles',
    taps: [['Zweck eines Styles', (page) => page.locator('main label', { hasText: 'LinkedIn' }).first()]],
  },
  {
    path: '/auth',
    taps: [
      ['Jetzt registrieren', (page) => link(page, 'Jetzt registrieren')],
      ['leere Registrierung', (page) => button(page, 'Konto erstellen')],
      ['AGB', (page) => box(page, 0)],
      ['Registrierung mit Fehlern', (page) => button(page, 'Konto erstellen')],
    ],
  },
  {
    path: '/app/profile-wizard',
    who: 'customer',
    taps: [
      ['leere Einwilligung', (page) => button(page, 'Einwilligen und weiter')],
      ['erste Einwilligung', (page) => box(page, 0)],
      ['zweite Einwilligung', (page) => box(page, 1)],
      ['Einwilligen und weiter', (page) => button(page, 'Einwilligen und weiter')],
      ['Geschlecht', (page) => page.locator('label:has([type=radio])').nth(1)],
    ],
  },
  {
    path: '/app',
    who: 'owner',
    taps: [
      ['Konto', (page) => button(page, /^Menü von/)],
      ['Konto schliessen', escape],
      ['Styles', (page) => link(page, 'Styles')],
    ],
  },
  {
    path: '/app/styles',
    who: 'owner',
    taps: [
      ['Style als Favorit', (page) => button(page, /als Favorit$/)],
      ['Style öffnen', (page) => page.locator('main li a').first()],
    ],
  },
  {
    path: `/app/generations/${runId}`,
    who: 'owner',
    taps: [
      ['Herz', (page) => button(page, 'Portrait 2 als Favorit')],
      ['zweites Herz', (page) => button(page, 'Portrait 3 als Favorit')],
      ['Portrait öffnen', (page) => button(page, /im Vollbild$/)],
      ['nächstes Portrait', (page) => button(viewer(page), 'Nächstes Portrait')],
      ['Vorher', (page) => button(viewer(page), 'Vorher')],
      ['Formate', (page) => button(viewer(page), /^Formate von/)],
      ['Formate schliessen', escape],
      ['Portrait schliessen', (page) => button(viewer(page), 'Schliessen')],
      ['Mehr', (page) => button(page, 'Mehr zu diesen Portraits')],
      ['Mehr schliessen', escape],
      ['Auswählen', (page) => button(page, 'Auswählen')],
      ['Portrait wählen', (page) => button(page, /^Portrait 1/)],
    ],
  },
];

/**
 * @param run its id, and the token of its owner's session
 * @param newCustomer signs somebody new in, who has not consented, and returns the token of the session
 * @returns of every tap its name and the median in milliseconds, the slowest first
 */
export async function measureTaps(url, chromium, run, newCustomer) {
  const browser = await launcher.launch(chromium ? { executablePath: chromium } : {});
  try {
    const times = new Map();
    for (const way of waysTo(run.id))
      for (let visit = 0; visit < VISITS; visit += 1) {
        const token = { owner: () => run.token, customer: newCustomer }[way.who]?.();
        for (const [name, ms] of await tapsOf(browser, url, way, await token))
          times.set(name, [...(times.get(name) ?? []), ms]);
      }
    return [...times]
      .map(([name, all]) => ({ name, ms: all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] }))
      .toSorted((a, b) => b.ms - a.ms);
  } finally {
    await browser.close();
  }
}

async function tapsOf(browser, url, { path, who, taps }, token) {
  const storageState = who === 'stranger' ? FRESH : answeredCookies(url);
  if (token) storageState.origins[0].localStorage.push({ name: 'bildnis.signed-in', value: '1' });
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 2,
    serviceWorkers: 'block',
    storageState,
    ...(token ? { extraHTTPHeaders: { authorization: `Bearer ${token}` } } : {}),
  });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
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
      await (target === escape ? escape(page) : target(page).tap());
      await page.waitForTimeout(SETTLED);
      results.push([name, await page.evaluate(() => window.longest)]);
    }
    return results;
  } finally {
    await context.close();
  }
}
