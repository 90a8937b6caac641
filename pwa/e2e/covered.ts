import type { Page } from '@playwright/test';

/** What somebody must always be able to press: the navigation with the account and the notice in it, the question about cookies, and each message's close button. */
const CONTROLS =
  ':is(nav, aside, header, [role=status]):not(main *, footer *) :is(a, button), [data-cookie-banner] :is(button, summary), [aria-label="Meldungen"][role=region] button';

/** The controls that are seen and that something else lies over, or that stick out of the window, by what they say. */
export const covered = (page: Page): Promise<string[]> =>
  page.evaluate((controls) => {
    scrollTo(0, 0);
    const isReached = (element: Element) => {
      // What scrolls within itself is scrolled; the rest stands where it stands.
      const scroller = element.closest<HTMLElement>('[data-cookie-banner], [role=status], [data-dock], [role=region]');
      if (scroller && scroller.scrollHeight > scroller.clientHeight)
        scroller.scrollTop =
          element.getBoundingClientRect().top -
          scroller.getBoundingClientRect().top +
          scroller.scrollTop -
          scroller.clientHeight / 2;
      const { x, y, width, height } = element.getBoundingClientRect();
      const hit = document.elementFromPoint(x + width / 2, y + height / 2);
      return hit !== null && element.contains(hit);
    };
    const seen = [...document.querySelectorAll(controls)].filter((element) =>
      element.checkVisibility({ visibilityProperty: true }),
    );
    return seen
      .filter((element) => !isReached(element))
      .map((element) => element.getAttribute('aria-label') ?? element.textContent ?? '');
  }, CONTROLS);

/** Looks at the page at its own size, with letters of twice the size, and as the browser zooms it to twice the size. */
export async function atEverySize(page: Page, look: () => Promise<void>): Promise<void> {
  const size = page.viewportSize() ?? { width: 0, height: 0 };
  await look();
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  await look();
  await page.evaluate(() => (document.documentElement.style.fontSize = ''));
  await page.setViewportSize({ width: Math.round(size.width / 2), height: Math.round(size.height / 2) });
  await look();
  await page.setViewportSize(size);
}
