import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';

/** Nobody is left out, and nothing sticks out sideways. With a dialog open, what is behind it does not count. */
export async function look(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
  // What is still fading in has no contrast of its own.
  await page.evaluate(() => Promise.all(document.getAnimations().flatMap((each) => (each.effect?.getTiming().iterations === Infinity ? [] : each.finished.catch(() => null)))));
  // react-aria's announcer keeps what it said for seconds, also when the button it spoke of is gone.
  const axe = new AxeBuilder({ page }).exclude('[data-live-announcer]');
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  if ((await dialog.count()) > 0) axe.include('[role=dialog], [role=alertdialog]');
  else await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const { violations } = await axe.analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual([]);
}

/** Whole in both themes. The colours are the same at every width, so the wide screen is looked at in one. */
export async function lookTwice(page: Page): Promise<void> {
  const themes = test.info().project.name === 'desktop' ? (['light'] as const) : (['dark', 'light'] as const);
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme });
    await look(page);
  }
}
