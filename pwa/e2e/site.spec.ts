import { facts } from '@bildnis/sdk/facts';
import { expect, test, type Page, type Request } from '@playwright/test';
import { enter } from './accounts.js';
import { FRESH } from './cookies.js';
import {
  atBothWidths,
  DESK,
  doubleLetters,
  expectToFit,
  look,
  lookHere,
  lookInTheDark,
  lookTwice,
  PHONE,
  resize,
} from './look.js';

/** A page of each kind. */
const KINDS = [
  '/',
  '/pricing',
  '/styles',
  '/linkedin',
  '/blog',
  '/blog/ai',
  '/blog/ai/ki-businessfotos',
  '/legal/privacy',
  '/legal/cookies',
  '/gibt-es-nicht',
];
/** The others, which are made of the same parts. */
const OTHERS = [
  '/bewerbungsfoto',
  '/unternehmen',
  '/blog/bewerbung',
  '/blog/linkedin',
  '/blog/bewerbung/bewerbungsfoto-perfekt',
  '/blog/bewerbung/bewerbungsfoto-branchen',
  '/blog/bewerbung/bewerbungsfoto-fehler',
  '/blog/linkedin/linkedin-profilbild-optimierung',
  '/blog/linkedin/linkedin-networking',
  '/blog/linkedin/linkedin-profil',
  '/blog/ai/ki-fotos-vs-fotograf-vergleich',
  '/blog/ai/ki-fotografie-zukunft',
  '/legal/terms',
  '/legal/refund',
  '/legal/imprint',
  '/barrierefreiheit',
];

const banner = (page: Page) => page.getByRole('region', { name: 'Cookies auf dieser Seite' });
const keys = (page: Page) => page.evaluate(() => Object.keys(localStorage).toSorted());

/** Of these, what is long or stands side by side. */
const TIGHT = [
  '/',
  '/pricing',
  '/linkedin',
  '/legal/cookies',
  '/blog/ai/ki-businessfotos',
  '/unternehmen',
  '/blog',
  '/blog/bewerbung/bewerbungsfoto-fehler',
  '/legal/imprint',
];

/** Pages are whole, without a complaint; those that are long or stand side by side, in the narrowest windows and with the largest letters, too. */
async function expectWhole(page: Page, paths: readonly string[], lookAt: typeof lookTwice): Promise<void> {
  const complaints: string[] = [];
  page.on(
    'console',
    (message) => message.type() === 'error' && !/404/.test(message.text()) && complaints.push(message.text()),
  );
  page.on('pageerror', (error) => complaints.push(error.message));
  for (const path of paths) {
    await test.step(path, async () => {
      await page.goto(path);
      await lookAt(page);
      if (!TIGHT.includes(path)) return;
      await expectToFit(page, [195, 320, 720]);
      await doubleLetters(page);
      await expectToFit(page, [390, 320]);
      await resize(page, PHONE.viewport);
    });
  }
  expect(complaints).toEqual([]);
}

test('each kind of page is whole in both themes, without a complaint, and not wider than a very small phone, nor at 200 percent or with letters twice as large', async ({
  page,
}) => expectWhole(page, KINDS, lookTwice));

test('every other page is whole in the dark', { tag: '@drill' }, async ({ page }) =>
  expectWhole(page, OTHERS, lookInTheDark),
);

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('everything can be read and followed, and nobody is asked about cookies', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('30 Minuten');
    await expect(page.getByRole('region', { name: 'Cookies auf dieser Seite' })).toBeHidden();
    await page.getByText('Welche Fotos brauche ich?').click();
    await expect(page.getByText(`${facts.photos.min} bis ${facts.photos.max}`).last()).toBeVisible();
    await page.goto('/styles');
    const tiles = page.locator('[data-style]:visible');
    const all = await tiles.count();
    await page.getByText('Büro', { exact: true }).first().click();
    expect(await tiles.count()).toBeLessThan(all);
    expect(await tiles.count()).toBeGreaterThan(0);
    await page.goto('/legal/cookies');
    await expect(page.locator('noscript p')).toBeVisible();
    await expect(page.getByRole('button', { name: /Speichern|Abbrechen/ })).toHaveCount(0);
    await expect(page.getByRole('switch')).toHaveCount(1);
    // On a phone the rows of a table stand one under the other, and it is a table still.
    const table = page.getByRole('table').first();
    await expect(table.getByRole('columnheader')).toHaveText(['Eintrag', 'Zweck', 'Dauer']);
    await expect(page.getByRole('row', { name: /bildnis_session/ }).getByRole('cell')).toHaveCount(2);
    expect(await table.evaluate((element) => element.scrollWidth <= element.parentElement!.clientWidth)).toBe(true);
    // A form gives way to what can be done without it.
    await page.goto('/kuendigen');
    await expect(page.locator('main [data-instead] p')).toContainText('mit einer E-Mail oder einem Brief kündigen');
    await expect(page.locator('main [data-instead] p')).toBeVisible();
    await expect(page.getByText('jetzt kündigen')).toBeHidden();
  });
});

test('a form keeps its words and places when its script comes, can be sent from then on, and is not wider than a phone with letters twice as large', async ({
  page,
}) => {
  const parts = async () => {
    const found: unknown[][] = [];
    await atBothWidths(page, async () => {
      found.push(
        await page.evaluate(async () => {
          await document.fonts.ready;
          const all = [
            ...document.querySelectorAll('h1, main header p, main form > *, main section :is(h2, li), footer'),
          ];
          return all.map((part) => [
            part.textContent,
            ...Object.values(part.getBoundingClientRect().toJSON() as Record<string, number>).map(Math.round),
          ]);
        }),
      );
    });
    return found;
  };
  for (const path of ['/kuendigen', '/vertrag-widerrufen', '/bild-pruefen', '/missbrauch-melden']) {
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto(path);
    const ahead = await parts();
    expect(ahead[0]!.length).toBeGreaterThan(6);
    await page.unroute('**/assets/*.js');
    await page.goto(path);
    await expect(page.locator('main form [type=submit]:disabled')).toHaveCount(0);
    expect(await parts(), path).toEqual(ahead);
    await doubleLetters(page);
    await expectToFit(page, [390, 320]);
  }
});

test('codes and addresses: 404 is a 404, unknown categories lead to the blog, slashes and old paths to where they belong', async ({
  request,
}) => {
  const ask = (path: string) => request.get(path, { maxRedirects: 0 });
  expect((await ask('/')).status()).toBe(200);
  expect((await ask('/gibt-es-nicht')).status()).toBe(404);
  expect((await ask('/blog/ai/gibt-es-nicht')).status()).toBe(404);
  expect((await ask('/styles/corporate')).status()).toBe(200);
  expect((await ask('/styles/gibt-es-nicht')).status()).toBe(404);
  expect((await ask('/assets/gibt-es-nicht.js')).status()).toBe(404);
  for (const [path, to] of [
    ['/blog/kochen', '/blog'],
    ['/blog/kochen/', '/blog/kochen'],
    ['/legal/privacy/', '/legal/privacy'],
    ['/pricing/', '/pricing'],
  ]) {
    const answer = await ask(path!);
    expect([301, 302, 307, 308], path).toContain(answer.status());
    expect(new URL(answer.headers().location!, 'http://x').pathname, path).toBe(to);
  }
  for (const path of ['/sitemap.xml', '/robots.txt', '/blog/feed.xml', '/manifest.webmanifest'])
    expect((await ask(path)).status(), path).toBe(200);
  const addresses = [...(await (await ask('/sitemap.xml')).text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, url]) => url!,
  );
  expect(addresses.length).toBeGreaterThan(25);
  for (const address of addresses) expect((await ask(new URL(address).pathname)).status(), address).toBe(200);
});

test('each kind of public page weighs less than 200 kB at its first visit', async ({ browser }) => {
  const paths = ['/styles', '/styles/corporate', '/pricing', '/linkedin', '/blog', '/blog/ai/ki-businessfotos'];
  for (const path of [...paths, '/legal/privacy', '/missbrauch-melden']) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(path, { waitUntil: 'networkidle' });
    const sizes = await page.evaluate(() =>
      performance.getEntries().map((entry) => ('transferSize' in entry ? (entry.transferSize as number) : 0)),
    );
    await context.close();
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    expect(bytes, path).toBeGreaterThan(20_000);
    expect(bytes, path).toBeLessThanOrEqual(200_000);
  }
});

test('the start page is light and brings nothing of the app; its menu opens, closes with Escape, and leads on; the way in by the keyboard', async ({
  page,
  context,
}) => {
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  const loaded = new Map<string, { url: string; type: string; bytes: number }>();
  devtools.on('Network.responseReceived', ({ requestId, response, type }) =>
    loaded.set(requestId, { url: response.url, type, bytes: 0 }),
  );
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const known = loaded.get(requestId);
    if (known) known.bytes = encodedDataLength;
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  const all = [...loaded.values()];
  const bytes = (type?: string) =>
    all.filter((each) => !type || each.type === type).reduce((sum, each) => sum + each.bytes, 0);
  expect(all.length).toBeGreaterThan(5);
  expect(bytes()).toBeLessThanOrEqual(200_000);
  expect(bytes('Script')).toBeLessThanOrEqual(30_000);
  expect(bytes('Font')).toBeLessThanOrEqual(60_000);
  expect(
    all
      .filter(({ url }) => /\/api\/(?!v1\/(?:site|judgements)$|v1\/examples\?)|socket\.io|index-|base-/.test(url))
      .map(({ url }) => url),
  ).toEqual([]);

  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Zum Inhalt' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#content')).toBeFocused();

  const menu = page.getByRole('navigation', { name: 'Menü' });
  await page.getByText('Menü', { exact: true }).click();
  await expect(menu.getByRole('link', { name: 'Preise' })).toBeVisible();
  await lookHere(page);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await page.getByText('Menü', { exact: true }).click();
  await menu.getByRole('link', { name: 'FAQ' }).click();
  await expect(page).toHaveURL(/#faq$/);
  await expect(menu).toBeHidden();

  const question = page.locator('summary', { hasText: 'Welche Fotos brauche ich?' });
  await question.focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('details', { has: question })).toHaveAttribute('open', '');
  await page.getByRole('link', { name: 'Professional wählen' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/auth\?redirect=%2Fbestellen%3Fplan%3Dprofessional/);
});

test.describe('cookies', () => {
  test.use({ storageState: FRESH });

  test('before the answer nothing is asked for and nothing kept that needs it; the question hides nothing and is not printed; refusing keeps it so', async ({
    page,
  }) => {
    const foreign: string[] = [];
    const own = new URL(test.info().project.use.baseURL!).origin;
    page.on('request', (request: Request) => new URL(request.url()).origin !== own && foreign.push(request.url()));
    await atBothWidths(page, async () => {
      await page.goto('/');
      await expect(banner(page)).toBeVisible();
      expect(await keys(page)).toEqual([]);
      // It asks, it does not take the window; each answer is as large as the others.
      const answers = await Promise.all(
        (await banner(page).getByRole('button').all()).map((button) => button.boundingBox()),
      );
      expect(answers.map((box) => Math.round(box!.y))).toEqual(answers.map(() => Math.round(answers[0]!.y)));
      for (const box of answers) expect(box!.height).toBeGreaterThanOrEqual(44);
      expect((await banner(page).boundingBox())!.height).toBeLessThanOrEqual(page.viewportSize()!.height * 0.22);
      // What has the focus and the end of the page stand above it.
      await page.keyboard.press('Tab');
      await expect(page.getByRole('link', { name: 'Zum Inhalt' })).toBeFocused();
      await page.keyboard.press('Tab');
      expect(await banner(page).evaluate((element) => element.contains(document.activeElement))).toBe(true);
      for (let stop = 0; stop < 40; stop += 1) {
        await page.keyboard.press('Tab');
        const hidden = await page.evaluate(() => {
          const element = document.activeElement!;
          const question = document.querySelector('[data-cookie-banner]')!;
          if (element === document.body || question.contains(element)) return null;
          return element.getBoundingClientRect().top >= question.getBoundingClientRect().top
            ? element.textContent
            : null;
        });
        expect(hidden).toBeNull();
      }
      await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
      const [foot, top] = await Promise.all([page.getByRole('contentinfo').boundingBox(), banner(page).boundingBox()]);
      expect(foot!.y + foot!.height).toBeLessThanOrEqual(top!.y + 1);
    });
    await banner(page).getByText('Mehr erfahren').click();
    await expect(banner(page).getByText(`höchstens ${facts.cookies.marketingDays} Tage`)).toBeVisible();
    await look(page);

    // On paper there are words and answers alone, black on white.
    await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
    await page.goto('/pricing');
    await expect(page.locator('html')).toHaveAttribute('data-cookies', 'open');
    for (const part of [
      banner(page),
      page.getByRole('navigation'),
      page.getByRole('contentinfo'),
      page.getByRole('link', { name: 'Starter wählen' }),
      page.getByText('Zum Inhalt'),
    ])
      await expect(part.filter({ visible: true })).toHaveCount(0);
    const answer = page
      .locator('details', { hasText: 'Wie kündige ich mein Abo?' })
      .getByText('jederzeit auf das Ende der bezahlten Periode');
    await expect(answer).toBeVisible();
    expect(
      await answer.evaluate((element) => [
        getComputedStyle(element).color,
        getComputedStyle(document.documentElement).backgroundColor,
      ]),
    ).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)']);
    await page.goto('/legal/privacy');
    const link = page.locator('main a[href^=http]').first();
    expect(await link.evaluate((element) => getComputedStyle(element, '::after').content)).toContain('https://');
    await expect(page.locator('main nav')).toBeHidden();
    await page.emulateMedia({ colorScheme: 'light', media: 'screen' });

    const recorded = page.waitForResponse((response) => response.url().endsWith('/api/v1/cookie-choices'));
    await banner(page).getByRole('button', { name: 'Alle ablehnen' }).click();
    await expect(banner(page)).toBeHidden();
    expect((await recorded).status()).toBe(201);
    await expect
      .poll(() => keys(page))
      .toEqual(
        ['analytics', 'analytics-date', 'marketing', 'marketing-date', 'receipt', 'version'].map(
          (each) => `bildnis.cookies.${each}`,
        ),
      );
    expect(
      await page.evaluate(() => [
        localStorage.getItem('bildnis.cookies.analytics'),
        localStorage.getItem('bildnis.cookies.marketing'),
      ]),
    ).toEqual(['rejected', 'rejected']);
    await page.goto('/pricing');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(banner(page)).toBeHidden();
    expect(foreign).toEqual([]);
  });

  test('are asked about before the app as well, and accepted by the keyboard; are chosen one by one; refusing everything reloads the page and says so', async ({
    page,
  }) => {
    await page.goto('/auth');
    await expect(banner(page)).toBeVisible();
    await banner(page).getByRole('button', { name: 'Alle akzeptieren' }).focus();
    await page.keyboard.press('Enter');
    await expect(banner(page)).toBeHidden();
    expect(await page.evaluate(() => localStorage.getItem('bildnis.cookies.analytics'))).toBe('accepted');

    await page.emulateMedia({ forcedColors: 'active' });
    await page.goto('/legal/cookies');
    await expect(banner(page)).toBeHidden();
    await expect(page.getByRole('switch', { name: /^Notwendig/ })).toBeDisabled();
    const analytics = page.getByRole('switch', { name: /^Statistik/ });
    await expect(analytics).toBeChecked();
    const colours = () =>
      analytics.evaluate(async (input) => {
        // Colours pass over into each other: what counts is where they end.
        await Promise.allSettled(input.getAnimations({ subtree: true }).map(({ finished }) => finished));
        return [
          getComputedStyle(input).appearance,
          getComputedStyle(input).backgroundColor,
          getComputedStyle(input, '::before').backgroundColor,
        ];
      });
    const on = await colours();
    await analytics.uncheck();
    const off = await colours();
    expect([off[0], on[0]]).toEqual(['none', 'none']);
    expect(on[1]).not.toBe(off[1]);
    expect(on[2]).not.toBe(on[1]);
    expect(off[2]).not.toBe(await page.locator('html').evaluate((html) => getComputedStyle(html).backgroundColor));
    await page.emulateMedia({ forcedColors: 'none' });

    await page.getByRole('button', { name: 'Abbrechen' }).click();
    await expect(analytics).toBeChecked();
    for (const each of await page.getByRole('switch', { disabled: false }).all()) await each.uncheck();
    const reloaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Speichern' }).click();
    await reloaded;
    await expect(page.getByText('Ihre Wahl ist gespeichert.')).toBeVisible();
    await expect(analytics).not.toBeChecked();
    await analytics.check();
    await page.getByRole('button', { name: 'Speichern' }).click();
    await expect(page.getByText('Ihre Wahl ist gespeichert.')).toBeVisible();
    await page.reload();
    await expect(analytics).toBeChecked();
  });
});

test('somebody who is signed in keeps the questions on the price list, and is told when the account menu cannot be fetched or signing out fails', async ({
  page,
  context,
}) => {
  await enter(context);
  // Messages come after the first screen.
  const messages = page.waitForResponse(/message-area/);
  await page.goto('/app');
  await (await messages).finished();
  // The menu was never opened: it comes with the network.
  await context.setOffline(true);
  const menu = page.getByRole('button', { name: 'Menü von Petra Muster' }).filter({ visible: true });
  await menu.click();
  await expect(
    page.getByRole('region', { name: 'Meldungen' }).getByText('Keine Verbindung zum Server.').first(),
  ).toBeVisible();
  await context.setOffline(false);
  await menu.click();
  await expect(page.getByRole('menuitem', { name: 'Abmelden' })).toBeVisible();

  await page.goto('/pricing');
  await expect(page.getByRole('link', { name: 'Starter wählen' })).toBeVisible();
  await page.getByText('Wie kündige ich mein Abo?').click();
  await expect(page.locator('details').getByText('jederzeit auf das Ende der bezahlten Periode')).toBeVisible();

  // In the menu of a phone the button is what «signing in and out is felt in the other tabs» presses.
  const signOut = async () => {
    await resize(page, DESK.viewport);
    await page.getByRole('button', { name: 'Abmelden' }).filter({ visible: true }).click();
  };
  await page.goto('/styles');
  await page.route('**/api/v1/auth/logout', (route) => route.fulfill({ status: 500 }));
  await signOut();
  await expect(page.getByText('Die Abmeldung kam nicht durch, Sie sind noch angemeldet.')).toBeVisible();
  await resize(page, PHONE.viewport);
  await look(page);
  // Without an answer it is over here, and the server hears of it as soon as it can be reached.
  await page.unroute('**/api/v1/auth/logout');
  await page.route('**/api/v1/auth/logout', (route) => route.abort());
  await signOut();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('link', { name: 'Jetzt starten' }).first()).toBeVisible();
  expect((await context.request.get('/api/v1/me')).status()).toBe(200);
  await page.unroute('**/api/v1/auth/logout');
  const told = page.waitForResponse('**/api/v1/auth/logout');
  await page.reload();
  await told;
  expect((await context.request.get('/api/v1/me')).status()).toBe(401);
});
