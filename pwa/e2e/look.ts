import type { AxeResults } from 'axe-core';
import { expect, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Where tests walk. What they look at is looked at on the wide screen as well, without walking there again. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** For tests of what only a wide screen or a mouse has: `test.use(DESK)`. */
export const DESK = { viewport: { width: 1440, height: 900 }, hasTouch: false, isMobile: false };

/** A message that goes by itself is no dialog: the page beside it counts as well, and is there when the message has gone. */
const DIALOG = '[role=dialog], [role=alertdialog]:not([aria-modal=false])';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** The rules whose answer a theme can change. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Does the same at the width of a phone and on a wide screen; the page stays open. */
export async function atBothWidths(page: Page, act: () => Promise<void>): Promise<void> {
  for (const { viewport } of [DESK, PHONE]) {
    await resize(page, viewport);
    await act();
  }
}

/** Gives the page another size, and waits until its rules for that size are drawn: under load they come frames after the size itself. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.waitForFunction(
    (width) => document.documentElement.clientWidth === width && matchMedia(`(width: ${width}px)`).matches,
    size.width,
  );
  // Of two frames the second comes after all of the first was drawn.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}

/** Nobody is left out, and nothing sticks out sideways, on the phone and on the wide screen. With a dialog open, what is behind it does not count. */
export async function look(page: Page): Promise<void> {
  await lookHere(page);
  if (page.viewportSize()?.width !== PHONE.viewport.width) return;
  await resize(page, DESK.viewport);
  await lookHere(page);
  await resize(page, PHONE.viewport);
}

/** The same at the present width alone. */
export async function lookHere(page: Page, rules?: string[]): Promise<void> {
  // What is looked at is there: a page that is just being changed for the next has no heading for a moment.
  await page.locator('h1').first().waitFor({ state: 'attached' });
  let found = await page.evaluate(findings, { dialog: DIALOG, rules });
  if (found === 'no axe') {
    for (const frame of page.frames()) await frame.evaluate(AXE);
    found = await page.evaluate(findings, { dialog: DIALOG, rules });
  }
  expect(found).toEqual({ sideways: 0, isDialog: expect.any(Boolean), violations: [] });
  if (found !== 'no axe' && !found.isDialog) await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** What is wrong with the page, asked in one go: each question to a browser costs as much as some of the rules. */
async function findings({ dialog, rules }: { dialog: string; rules: string[] | undefined }) {
  if (!('axe' in window)) return 'no axe' as const;
  const axe = window.axe as { run(context: object, options: object): Promise<AxeResults> };
  // What is still fading in has no contrast of its own; what lies in a closed fold stands still until it is opened.
  const fading = () =>
    document
      .getAnimations()
      .filter(
        ({ effect, playState }) =>
          playState === 'running' &&
          effect?.getTiming().iterations !== Infinity &&
          (effect as KeyframeEffect | null)?.target?.checkVisibility({ contentVisibilityAuto: true }) !== false,
      );
  // Another theme begins to fade with the next frame.
  do {
    // What leaves the view while it fades may stand still there for good: what still fades is asked again.
    await Promise.race([
      Promise.all(fading().map((each) => each.finished.catch(() => null))),
      new Promise((over) => setTimeout(over, 1000)),
    ]);
    await new Promise((drawn) => requestAnimationFrame(drawn));
  } while (fading().length > 0);
  const isDialog = [...document.querySelectorAll(dialog)].some(
    (element) => element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width > 0,
  );
  // react-aria's announcer keeps what it said for seconds, also when the button it spoke of is gone.
  const context = { exclude: ['[data-live-announcer]'], ...(isDialog ? { include: [dialog] } : {}) };
  const options = {
    // Only what is wrong is told in full: what passed would take half of the time.
    resultTypes: ['violations'],
    ...(rules ? { runOnly: { type: 'rule', values: rules } } : {}),
  };
  let changed = false;
  const changes = new MutationObserver(() => (changed = true));
  changes.observe(document.body, { childList: true, subtree: true });
  let { violations } = await axe.run(context, options);
  // What came while the page was looked at has been seen in part: it is looked at again, but not for ever.
  for (let again = 0; again < 3 && violations.length > 0 && changed; again += 1) {
    changed = false;
    ({ violations } = await axe.run(context, options));
  }
  changes.disconnect();
  return {
    sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    isDialog,
    violations: violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
  };
}

/** Letters of twice the size, as a browser's settings make them. */
export const doubleLetters = (page: Page): Promise<string> =>
  page.evaluate(() => (document.documentElement.style.fontSize = '200%'));

/** At each of these widths the page is not wider than the window, and no short word is broken in two. */
export async function expectToFit(page: Page, widths: readonly number[]): Promise<void> {
  for (const width of widths) {
    await resize(page, { width, height: 700 });
    expect(await page.evaluate(misfits), `${page.url()} at ${width}`).toEqual({ sideways: 0, broken: [] });
  }
}

function misfits() {
  const broken: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const element = text.parentElement!;
    // What only screen readers have is a pixel wide.
    if (element.clientWidth === 1 || !element.checkVisibility({ visibilityProperty: true })) continue;
    for (const word of text.textContent!.matchAll(
      /(?<![\p{L}\p{N}][-.@/]?|\u00a0)\p{L}{2,8}(?![-.@/]?[\p{L}\p{N}])/gu,
    )) {
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)));
      if (lines.size > 1) broken.push(`${word[0]} in «${element.textContent.trim().slice(0, 40)}»`);
    }
  }
  const { scrollWidth, clientWidth } = document.documentElement;
  return { sideways: Math.max(0, scrollWidth - clientWidth), broken };
}

/** Counts by how much the content of each page that is opened from now on jumps. */
export async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const seen = window as unknown as { shifts: number };
    seen.shifts = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shifts += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { shifts: number }).shifts);
}

/** Does something in the dark. */
async function inTheDark(page: Page, act: () => Promise<void>): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await act();
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Whole on the phone and on the wide screen, light on the one and dark on the other: only colours differ, and they are the same at every width. */
export async function lookTwice(page: Page): Promise<void> {
  if (page.viewportSize()?.width !== PHONE.viewport.width) return lookTwiceHere(page);
  await lookHere(page);
  await inTheDark(page, async () => {
    await resize(page, DESK.viewport);
    await lookHere(page);
  });
  await resize(page, PHONE.viewport);
}

/** Whole in both themes at the present width: for pages made of parts that others show at both. */
export async function lookTwiceHere(page: Page): Promise<void> {
  await inTheDark(page, () => lookHere(page, COLOUR_RULES));
  await lookHere(page);
}

/** Whole in the dark at the present width: for pages made of parts that others show in both themes. */
export const lookInTheDark = (page: Page): Promise<void> => inTheDark(page, () => lookHere(page));
