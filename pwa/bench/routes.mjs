/** How long the signed-in app takes from a press on a place to its screen, once it has been there; and by how much it jumps meanwhile. */
import { chromium as launcher } from '@playwright/test';
import { randomUUID } from 'node:crypto';

const PLACES = ['/app/profiles', '/app/styles', '/app/settings', '/app'];
const ROUNDS = 10;

/** @returns the median and the slowest of all changes in milliseconds, and the largest shift of one visit */
export async function measureRoutes(url, chromium) {
  const browser = await launcher.launch(chromium ? { executablePath: chromium } : {});
  try {
    const context = await browser.newContext({ baseURL: url, viewport: { width: 390, height: 844 } });
    await signIn(context.request, url);
    const page = await context.newPage();
    await page.addInitScript(() => {
      window.shifts = 0;
      new PerformanceObserver((list) =>
        list.getEntries().forEach((entry) => entry.hadRecentInput || (window.shifts += entry.value)),
      ).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto('/app');
    await page.locator('main h1').waitFor();
    for (const place of PLACES) await change(page, place);
    const times = [];
    for (let round = 0; round < ROUNDS; round += 1) for (const place of PLACES) times.push(await change(page, place));
    const sorted = times.toSorted((a, b) => a - b);
    return {
      medianMs: sorted[Math.floor(sorted.length / 2)],
      slowestMs: sorted.at(-1),
      shifts: await page.evaluate(() => window.shifts),
    };
  } finally {
    await browser.close();
  }
}

/** Presses a place of the navigation; the clock stops with the first picture that shows its heading. */
async function change(page, place) {
  const ms = await page.evaluate(
    (path) =>
      new Promise((resolve) => {
        const before = document.querySelector('main h1');
        const begun = performance.now();
        const look = () => {
          const now = document.querySelector('main h1');
          if (location.pathname === path && now && now !== before)
            requestAnimationFrame(() => resolve(performance.now() - begun));
          else requestAnimationFrame(look);
        };
        document.querySelector(`nav a[href="${path}"]`).click();
        look();
      }),
    place,
  );
  await page.waitForTimeout(100);
  return ms;
}

/** Makes a new customer, whose session the context of the requests has. */
export async function signIn(request, url) {
  const headers = { origin: new URL(url).origin };
  const account = { email: `${randomUUID()}@example.org`, password: 'Sommerwiese-42' };
  const { mailboxUrl } = await (await request.get('/api/v1/service')).json();
  await request.post('/api/v1/auth/register', {
    headers,
    data: { ...account, displayName: 'Petra Muster', acceptTerms: true },
  });
  for (let token; !token; await new Promise((resolve) => setTimeout(resolve, 100))) {
    const mails = await (await request.get(`${mailboxUrl}/messages?to=${encodeURIComponent(account.email)}`)).json();
    token = /token=([\w.-]+)/.exec(mails[0]?.text ?? '')?.[1];
    if (token) await request.post('/api/v1/auth/confirm-email', { headers, data: { token, session: 'cookie' } });
  }
}
