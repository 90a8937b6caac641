import { expect, test, type Locator, type Page } from '@playwright/test';
import react from '@vitejs/plugin-react';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { germanAria } from '../scripts/german-aria.js';
import { layers } from '../scripts/layers.js';
import { unseenStops } from './focus.js';
import { atBothWidths, DESK, lookTwice, lookTwiceHere, resize } from './look.js';

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const outDir = mkdtempSync(join(tmpdir(), 'bildnis-components-'));

// No customer is sent this page: it is built here, and laid over the server that has the pictures.
test.beforeAll(async () => {
  await build({
    configFile: false,
    root: source('../components'),
    base: '/components/',
    publicDir: false,
    logLevel: 'error',
    plugins: [react(), germanAria(), layers()],
    resolve: { alias: { '~': source('../src') } },
    build: { outDir, emptyOutDir: true, cssTarget: ['chrome123'], assetsInlineLimit: 0 },
  });
});
test.afterAll(() => rmSync(outDir, { recursive: true }));

async function open(page: Page): Promise<void> {
  await page.route('/components/**', (route) => {
    const { pathname } = new URL(route.request().url());
    return route.fulfill({ path: join(outDir, pathname.slice('/components/'.length) || 'index.html') });
  });
  await page.goto('/components/');
  await expect(page.getByRole('heading', { level: 1, name: 'Komponenten' })).toBeVisible();
}

test('every component is whole in both themes, and so is what opens above them', async ({ page }) => {
  await open(page);
  await lookTwice(page);
  for (const name of ['Dialog öffnen', 'Löschfrage öffnen', 'Formular öffnen', 'Bilder gross ansehen']) {
    const button = page.getByRole('button', { name });
    await button.click();
    await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toBeVisible();
    await lookTwiceHere(page);
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();
  }
  // Nothing sticks out sideways: 1440 at 200 % is 720 wide; 320 is what WCAG asks for.
  for (const width of [1024, 720, 360, 320]) {
    await resize(page, { width, height: 700 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), String(width)).toBe(width);
  }
});

/** What Tab has to stop at, in the order of the page: of a group that the arrow keys go through, one. */
const STOPS = 'main :is(a[href], button, input, textarea, select, summary, [tabindex])';

test('the keyboard reaches every control in order, its focus is always seen, and it walks through a table, which moves sideways on a phone', async ({
  page,
}) => {
  await open(page);
  await atBothWidths(page, () => expectEveryStop(page));
  expect(await unseenStops(page)).toEqual([]);
  const table = page.getByRole('grid', { name: 'Abos, sortiert' });
  const names = () => table.getByRole('rowheader').allInnerTexts();
  const before = await names();
  await table.getByRole('row').nth(1).focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowRight');
  await expect(table.getByRole('columnheader', { name: 'Credits' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(table.getByRole('columnheader', { name: 'Credits' })).toHaveAttribute('aria-sort', 'descending');
  expect(await names()).toEqual(before.toReversed());
  const region = page.getByRole('region', { name: 'Abos, sortiert' });
  await expect(region).toHaveAttribute('tabindex', '0');
  await resize(page, DESK.viewport);
  await expect(region).toHaveCount(0);
});

/** Marks what Tab has to stop at, and goes there. */
async function expectEveryStop(page: Page): Promise<void> {
  await page.evaluate((selector) => {
    const groups = '[role=radiogroup], [role=tablist], [role=grid]';
    const seen = new Set<Element>();
    let count = 0;
    for (const marked of document.querySelectorAll('[data-stop]')) marked.removeAttribute('data-stop');
    for (const element of document.querySelectorAll<HTMLElement>(selector)) {
      // Only what can be seen, and what is not left out on purpose: the buttons beside a number, which the arrow keys stand for.
      if (
        element.matches(':disabled, [tabindex="-1"]:not(input, [role])') ||
        element.closest('[aria-hidden=true], [hidden], [inert]') ||
        !element.checkVisibility({ visibilityProperty: true })
      )
        continue;
      const group = element.closest(groups);
      if (element.tabIndex < 0 && !group) continue;
      if (group && seen.has(group)) continue;
      if (group) seen.add(group);
      (group ?? element).setAttribute('data-stop', String(count));
      count += 1;
    }
  }, STOPS);
  const expected = await page.locator('main [data-stop]').count();
  expect(expected).toBeGreaterThan(60);
  await page.locator('#content').focus();
  const reached: number[] = [];
  for (let presses = 0; presses < expected * 2; presses++) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const { activeElement } = document;
      if (!activeElement?.closest('main')) return null;
      const style = getComputedStyle(activeElement);
      const marked = activeElement.closest('[data-stop]')?.getAttribute('data-stop');
      return {
        number: marked ? Number(marked) : -1,
        name: activeElement.outerHTML.slice(0, 120),
        focusVisible: activeElement.matches(':focus-visible'),
        outline: style.outlineStyle,
      };
    });
    if (!stop) break;
    expect(stop.number, `${stop.name} is no stop that was counted on`).toBeGreaterThanOrEqual(0);
    expect(stop.focusVisible, stop.name).toBe(true);
    if (reached.at(-1) !== stop.number) reached.push(stop.number);
  }
  expect(reached).toEqual(Array.from({ length: expected }, (_, index) => index));
}

test('with forced colours what is chosen and where the focus is can still be seen', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await open(page);
  const colour = (locator: Locator, property: 'color' | 'backgroundColor' | 'outlineStyle' | 'borderBottomColor') =>
    locator.evaluate((element, name) => getComputedStyle(element)[name], property);
  const [ground, ink] = await page
    .locator('html')
    .evaluate((element) => [getComputedStyle(element).backgroundColor, getComputedStyle(element).color]);
  expect(ground).not.toBe(ink);
  const part = (name: string) => page.getByRole('article', { name, exact: true });
  expect(await colour(part('Checkbox').locator('label[data-selected] svg').first(), 'color')).toBe(ink);
  expect([ground, 'rgba(0, 0, 0, 0)']).not.toContain(
    await colour(part('Segmented').locator('label').first(), 'backgroundColor'),
  );
  // What cannot be changed shows what was chosen, too.
  expect(await colour(part('Segmented').locator('label:has(:checked:disabled)'), 'backgroundColor')).toBe(
    await colour(part('Segmented').locator('label:has(:disabled:not(:checked))').last(), 'color'),
  );
  const [off, on, disabled] = await part('Switch').locator('label span[aria-hidden] > span').all();
  expect(await colour(off!, 'backgroundColor')).toBe(ink);
  expect(await colour(on!, 'backgroundColor')).not.toBe(await colour(on!.locator('..'), 'backgroundColor'));
  expect([ground, ink]).not.toContain(await colour(disabled!, 'backgroundColor'));
  expect([ground, 'rgba(0, 0, 0, 0)']).not.toContain(
    await colour(page.getByRole('button', { name: 'Favorit', exact: true, pressed: true }).last(), 'backgroundColor'),
  );
  const tabs = page.getByRole('tab');
  expect(await colour(tabs.nth(0), 'borderBottomColor')).not.toBe(await colour(tabs.nth(1), 'borderBottomColor'));
  for (const field of [
    page.getByRole('textbox', { name: 'Profilname' }).first(),
    page.getByRole('searchbox').first(),
    page.getByRole('textbox', { name: 'Credits' }).first(),
  ]) {
    await field.focus();
    expect(await colour(field.locator('..'), 'outlineStyle')).toBe('solid');
  }
  await page.getByRole('button', { name: 'Weitere Handlungen' }).press('Enter');
  expect(await colour(page.getByRole('menuitem').first(), 'outlineStyle')).toBe('solid');
});

test(
  'on a phone a message stands above whatever is open, at every size of letters',
  { tag: '@drill' },
  async ({ page }) => {
    await open(page);
    const messages = page.getByRole('region', { name: 'Meldungen' });
    for (const letters of ['100%', '200%']) {
      await page.evaluate((size) => (document.documentElement.style.fontSize = size), letters);
      for (const name of ['Dialog öffnen', 'Löschfrage öffnen', 'Formular öffnen', 'Bilder gross ansehen']) {
        await page.getByRole('button', { name: 'Meldung bad' }).click();
        await page.getByRole('button', { name }).click();
        const dialog = page.locator('[role=dialog], [role=alertdialog]:not([aria-modal=false])');
        await expect(dialog).toBeVisible();
        await messages.hover();
        const [below, top] = await Promise.all(
          [messages, dialog].map(async (place, index) => {
            const { y, height } = (await place.boundingBox())!;
            return index === 0 ? y + height : y;
          }),
        );
        expect(top, `${name} ${letters}`).toBeGreaterThanOrEqual(below!);
        await page.keyboard.press('Escape');
        await expect(dialog).toBeHidden();
      }
    }
  },
);
