import { expect, type Locator, type Page } from '@playwright/test';
import { signIn, type Account } from './accounts.js';
import type { RunView } from './result-run.js';

/** The page of a finished run, as its owner sees it. */

export const tiles = (page: Page) => page.getByRole('button', { name: /im Vollbild$/ });
export const heart = (within: Page | Locator, number: number) =>
  within.getByRole('button', { name: `Portrait ${number} als Favorit` });
export const viewer = (page: Page) => page.getByRole('dialog', { name: 'Portraits im Vollbild' });

/** Opens the finished run as its owner, in a new browser. @returns which variants of its pictures are fetched, from the start */
export async function openRun(page: Page, account: Account, run: Pick<RunView, 'id'>): Promise<string[]> {
  expect(await signIn(page.context(), account)).toBe(200);
  const fetched: string[] = [];
  page.on('request', (request) => {
    const variant = /media\/portraits\/[^/]+\/([^?]+)/.exec(request.url())?.[1];
    if (variant) fetched.push(variant);
  });
  await page.goto(`/app/generations/${run.id}`);
  await expect(tiles(page)).toHaveCount(8);
  await page.waitForLoadState('networkidle');
  return fetched;
}

/** On a phone the large preview of the first picture, small ones of the others, and no original. */
export function expectPreviews(fetched: readonly string[], isDesk = false): void {
  expect(new Set(fetched)).toEqual(new Set(isDesk ? ['preview'] : ['preview', 'preview-960']));
  expect(fetched.filter((variant) => variant === 'preview-960')).toHaveLength(isDesk ? 0 : 1);
}

/** The first portrait of the viewer, its source, and a place in it. */
export function pictureIn(reel: Locator) {
  const image = reel.getByRole('img', { name: 'Portrait 1 von 8' });
  return {
    source: () =>
      image.evaluate((element) => /portraits\/[^/]+\/([^?]+)/.exec((element as HTMLImageElement).currentSrc)?.[1]),
    /** Once it stands still. */
    eye: async () => {
      await image.evaluate((element) =>
        Promise.all(
          element
            .closest('[data-stage]')!
            .getAnimations()
            .map(({ finished }) => finished),
        ),
      );
      const { x, y, width, height } = (await image.boundingBox())!;
      return { x: x + width * 0.5, y: y + height * 0.35 };
    },
  };
}
