import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The way is the same at every width: such a test is gone through on the phone alone. What it looks at is looked at on the wide screen, too. */
export const ONCE = { tag: '@once' };
const WIDE = { width: 1440, height: 900 };
/** A message that goes by itself is no dialog: the page beside it counts as well, and is there when the message has gone. */
const DIALOG = '[role=dialog], [role=alertdialog]:not([aria-modal=false])';

/** The rules of axe as they come with its builder, in their small form. */
const RULES = readFileSync(
  createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** Brings the rules into a page that has none yet: the builder would bring them twice for each look, in a file of one and a half megabytes. */
async function bringRules(page: Page): Promise<void> {
  for (const frame of page.frames()) if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(RULES);
}

/** Nobody is left out, and nothing sticks out sideways. With a dialog open, what is behind it does not count. */
export async function look(page: Page, rules?: string[]): Promise<void> {
  await lookHere(page, rules);
  const narrow = page.viewportSize();
  if (rules || !narrow || !test.info().tags.includes(ONCE.tag)) return;
  await page.setViewportSize(WIDE);
  await lookHere(page);
  await page.setViewportSize(narrow);
}

async function lookHere(page: Page, rules?: string[]): Promise<void> {
  // What is looked at is there: a page that is just being changed for the next has no heading for a moment.
  await page.locator('h1').first().waitFor({ state: 'attached' });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(
    0,
  );
  // What is still fading in has no contrast of its own.
  await page.evaluate(() => {
    // What lies in a closed fold stands still until it is opened.
    const ends = ({ effect }: Animation) =>
      effect?.getTiming().iterations !== Infinity &&
      (effect as KeyframeEffect | null)?.target?.checkVisibility() !== false;
    return Promise.all(
      document
        .getAnimations()
        .filter(ends)
        .map((each) => each.finished.catch(() => null)),
    );
  });
  // react-aria's announcer keeps what it said for seconds, also when the button it spoke of is gone. No page has foreign frames: for
  // those alone axe would open another page each time, which takes longer than the look.
  await bringRules(page);
  // Only what is wrong is told in full: what passed would take half of the time.
  const axe = new AxeBuilder({ page, axeSource: 'null' })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .exclude('[data-live-announcer]');
  if (rules) axe.withRules(rules);
  if ((await page.locator(DIALOG).filter({ visible: true }).count()) > 0) axe.include(DIALOG);
  else await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const { violations } = await axe.analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual(
    [],
  );
}

/** Whole in both themes, of which only the colours differ. They are the same at every width, so the wide screen is looked at in one theme. */
export async function lookTwice(page: Page): Promise<void> {
  if (test.info().project.name !== 'desktop') {
    await page.emulateMedia({ colorScheme: 'dark' });
    await look(page, ['color-contrast', 'link-in-text-block']);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await look(page);
}
