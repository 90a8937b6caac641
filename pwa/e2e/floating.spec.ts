import { expect, test, type Page } from '@playwright/test';
import { enter } from './accounts.js';
import { FRESH } from './cookies.js';
import { atEverySize, covered } from './covered.js';
import { atBothWidths, DESK, resize } from './look.js';

test.use({ storageState: FRESH });

const messages = (page: Page) => page.getByRole('region', { name: 'Meldungen' });

/** So that every press on a heart brings a message, and nothing on the page says the same. */
const refuseHearts = (page: Page) =>
  page.route('**/api/v1/styles/*/favourite', (route) => route.fulfill({ status: 503, json: { code: 'unavailable' } }));

/** In the page: marks the headlines, acts, fields and bars that are seen whole. */
function noteSeen(): void {
  for (const element of document.querySelectorAll<HTMLElement>(
    'h1, h2, h3, nav, a, button, input, [data-cookie-banner]',
  )) {
    const { top, bottom, width } = element.getBoundingClientRect();
    const isOut = element.matches('[href="#content"]:not(:focus)');
    if (element.checkVisibility() && !isOut && width > 1 && top >= 0 && bottom <= innerHeight)
      element.dataset.seen = '';
    else delete element.dataset.seen;
  }
}

/** In the page: which of them the messages lie over now. */
function overlaid(): string[] {
  const region = document.querySelector('[role=region][aria-label=Meldungen]')!;
  const messages = region.getBoundingClientRect();
  return [...document.querySelectorAll('[data-seen]')]
    .filter((element) => !region.contains(element))
    .filter((element) => {
      const { top, right, bottom, left } = element.getBoundingClientRect();
      return top < messages.bottom && bottom > messages.top && left < messages.right && right > messages.left;
    })
    .map(({ textContent, tagName }) => `${tagName} ${textContent}`);
}

test('the question about cookies, messages and the navigation stand beside each other, at every size of letters', async ({
  page,
  context,
}) => {
  await enter(context);
  await refuseHearts(page);
  await page.goto('/app/styles');
  const question = page.locator('[data-cookie-banner]');
  await expect(question).toBeVisible();
  await page.getByRole('button', { name: 'Style «City Daylight» als Favorit' }).click();
  const message = messages(page).getByText('Favorit nicht gespeichert');
  await expect(message).toBeVisible();
  await atBothWidths(page, () =>
    atEverySize(page, async () => {
      // While it is read it stays.
      await message.hover();
      await expect.poll(() => covered(page)).toEqual([]);
    }),
  );
  // At the end of the page everything can be brought above what floats.
  await page.getByRole('button', { name: 'Alle ablehnen' }).click();
  await expect(question).toBeHidden();
  await atBothWidths(page, async () => expect(await covered(page)).toEqual([]));
});

test(
  'on a phone a message lies over no headline, act, field or bar, and the page stays where it is read when it goes',
  { tag: '@drill' },
  async ({ page, context }) => {
    await enter(context);
    await refuseHearts(page);
    for (const letters of ['100%', '200%']) {
      for (const place of ['first', 'last'] as const) {
        await page.goto('/app/styles');
        await page.getByRole('button', { name: 'Alle ablehnen' }).or(page.locator('main h1')).first().click();
        await page.evaluate((size) => (document.documentElement.style.fontSize = size), letters);
        const heart = page.getByRole('button', { name: /als Favorit$/ })[place]();
        await heart.scrollIntoViewIfNeeded();
        await page.evaluate(noteSeen);
        await heart.click();
        await expect(messages(page).getByText('Favorit nicht gespeichert')).toBeVisible();
        await messages(page).hover();
        expect(await page.evaluate(overlaid), `${letters} ${place}`).toEqual([]);
        if (place === 'first') continue;
        const top = await heart.evaluate((element) => element.getBoundingClientRect().top);
        await messages(page).getByRole('button', { name: 'Schliessen' }).click();
        await expect(messages(page)).toBeHidden();
        expect(await heart.evaluate((element) => element.getBoundingClientRect().top), letters).toBeCloseTo(top, 0);
      }
    }
  },
);

test('on a phone an error that stands at its field is not said beside it as well', async ({ page, context }) => {
  await enter(context);
  await page.goto('/app/settings/sicherheit');
  await page.getByLabel('Neues Passwort', { exact: true }).fill('kurz');
  await page.getByRole('button', { name: 'Passwort ändern' }).click();
  const words = page.getByText('Das Passwort muss mindestens 6 Zeichen lang sein.').filter({ visible: true });
  await expect(words).toHaveCount(1);
  await expect(messages(page)).toBeHidden();
  // There is room for both on a wide screen.
  await resize(page, DESK.viewport);
  await expect(words).toHaveCount(2);
});
