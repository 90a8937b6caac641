import { expect, test } from '@playwright/test';
import { enter } from './accounts.js';

/** What somebody waits for on a screen that is opened with nothing kept, and what may come for it. */
const SCREENS = [
  { path: '/auth', usable: 'input[type=email]', scripts: 169_300, answers: ['service'] },
  { path: '/app', usable: 'main h2', scripts: 145_800, answers: ['me', 'ai-profiles', 'generations', 'subscription'] },
  {
    path: '/app/profile-wizard',
    usable: 'main [type=checkbox]',
    // With what says that the words of a consent were replaced: an old page cannot fetch that any more.
    scripts: 170_000,
    answers: ['me', 'ai-profiles', 'consents', 'plans', 'credit-packs'],
  },
];

/** In the page: notes when something that can be used is there for the first time. */
function noteUsable(selector: string): void {
  new MutationObserver((_, observer) => {
    if (!document.querySelector(selector)) return;
    observer.disconnect();
    Object.assign(globalThis, { usableAt: performance.now() });
  }).observe(document, { childList: true, subtree: true });
}

/** In the page: what was fetched until then, with its bytes, and which scripts of it the document had not named. */
function fetchedUntilUsable(): { bytes: number; isScript: boolean; isNamed: boolean; url: string }[] {
  const { usableAt } = globalThis as unknown as { usableAt: number };
  const named = new Set(
    [...document.querySelectorAll('link[href], script[src]')].map(
      (each) => each.getAttribute('href') ?? each.getAttribute('src'),
    ),
  );
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  return entries
    .filter(({ startTime }) => startTime < usableAt)
    .map(({ name, encodedBodySize }) => {
      const { pathname } = new URL(name);
      return {
        url: pathname,
        bytes: encodedBodySize,
        isScript: pathname.endsWith('.js'),
        isNamed: named.has(pathname),
      };
    });
}

test('the document names all that a screen needs at once: few files, each answer asked for once, nothing said on the console', async ({
  context,
}) => {
  for (const { path, usable, scripts, answers } of SCREENS) {
    if (path === '/app') await enter(context);
    const page = await context.newPage();
    const said: string[] = [];
    // The tests let no service worker in.
    page.on(
      'console',
      (message) => void (/Service Worker registration/.test(message.text()) || said.push(message.text())),
    );
    const browser = await context.newCDPSession(page);
    const asked: { path: string; at: number }[] = [];
    browser.on('Network.requestWillBeSent', ({ request, wallTime }) =>
      asked.push({ path: new URL(request.url).pathname, at: 1_000 * wallTime }),
    );
    await browser.send('Network.enable');
    await browser.send('Network.clearBrowserCache');
    await page.addInitScript(noteUsable, usable);
    await page.goto(path);
    await page.locator(usable).first().waitFor();
    const fetched = await page.evaluate(fetchedUntilUsable);
    // The document itself is one more.
    expect(fetched.length, path).toBeLessThan(20);
    const ofScripts = fetched.filter(({ isScript }) => isScript);
    expect(ofScripts.filter(({ isNamed }) => !isNamed)).toEqual([]);
    const bytes = ofScripts.reduce((sum, each) => sum + each.bytes, 0);
    expect(bytes, path).toBeGreaterThan(100_000);
    expect(bytes, JSON.stringify(ofScripts)).toBeLessThanOrEqual(scripts);
    // A second or so later the live connection is made, and all is asked for once more: nothing was heard before.
    const usableAt = await page.evaluate(
      () => performance.timeOrigin + (globalThis as unknown as { usableAt: number }).usableAt,
    );
    const first = asked.filter(({ at }) => at < usableAt).map((each) => each.path);
    for (const answer of answers)
      expect(
        first.filter((each) => each === `/api/v1/${answer}`),
        `${path} ${answer}`,
      ).toHaveLength(1);
    // Chromium says so some seconds after a file was fetched ahead in vain.
    await page.waitForTimeout(4_000);
    expect(said, path).toEqual([]);
    await page.close();
  }
});

test('before its scripts are there a document is drawn, in the shape of its screen', async ({ context }) => {
  for (const { path } of SCREENS) {
    if (path === '/app') await enter(context);
    const page = await context.newPage();
    await page.route('**/*.js', (route) => route.abort());
    await page.goto(path);
    await expect(page.locator('main [aria-hidden=true]').first()).toBeVisible();
    // Its styles are in it, weaker ones before stronger: the skip link is not seen, buttons have their line.
    const skip = page.getByRole('link', { name: 'Zum Inhalt' });
    expect(await skip.evaluate((link) => getComputedStyle(link).clipPath)).toBe('inset(50%)');
    const choice = page.locator('[data-cookie-choice]').first();
    expect(await choice.evaluate((button) => getComputedStyle(button).borderTopStyle)).toBe('solid');
    await page.close();
  }
});
