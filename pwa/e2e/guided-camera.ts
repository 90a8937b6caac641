import { tmpdir } from 'node:os';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test as base, type Browser, type Locator, type Page } from '@playwright/test';
import { computingBrowser } from '../playwright.config.js';
import { BUSY } from './journey.js';
import { lookTwice } from './look.js';
import { recordCamera } from './recorded-camera.js';
import { openWizard, photos } from './wizard.js';

/** What the session asks for: to look straight, to both sides, by the window, in other clothes. A drawing's smile is not seen as one. */
const POSES = [
  { light: 0.8, smile: 0.2 },
  { light: 0.82, smile: 0.2, turn: 36 },
  { light: 0.81, smile: 0.2, turn: -36 },
  { light: 1, smile: 0.2 },
  { light: 0.8, smile: 0.2, jacket: '#b03030', shirt: '#b03030', background: '#a58f78' },
];

/** A browser whose camera shows the recording. */
export const test = base.extend<object, { browser: Browser }>({
  browser: [
    async ({ playwright, browserName }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'bildnis-camera-'));
      const file = await recordCamera(folder, POSES);
      const browser = await playwright[browserName].launch({
        ...computingBrowser,
        args: [...computingBrowser.args, `--use-file-for-fake-video-capture=${file}`],
      });
      await use(browser);
      await browser.close();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

export const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Foto aufnehmen' });
export const step = (page: Page, number: number): Locator => dialog(page).getByText(`Foto ${number} von 10`);

/** Photos that the server has found good. */
export const goodPhotos = (page: Page): Locator => photos(page).getByText(/^(Gut|Reserve)/);

/**
 * The first half of the session: it takes three photos by itself and one by key, is left, and goes on at the fifth after a reload.
 * Ends where the recording shows what has not been taken of it before, which would be the same picture.
 */
export async function takeFirstPhotos(page: Page): Promise<void> {
  await openWizard(page);
  await page.getByRole('button', { name: 'Foto aufnehmen' }).click();
  await expect(step(page, 1)).toBeVisible(BUSY);
  await expect(dialog(page).getByText('Blick in die Kamera', { exact: true })).toBeVisible();
  await lookTwice(page);
  // By itself: straight, left and right.
  await expect(step(page, 4)).toBeVisible(BUSY);
  await expect(dialog(page).getByText('Lächeln', { exact: true }).first()).toBeVisible();
  await page.keyboard.press('Space');
  await expect(step(page, 5)).toBeVisible(BUSY);

  // It goes on where it was left, also after a reload.
  await dialog(page).getByRole('button', { name: 'Fertig' }).click();
  await expect(goodPhotos(page)).toHaveCount(4, BUSY);
  await page.reload();
  await page.getByRole('button', { name: 'Foto aufnehmen' }).click();
  await expect(step(page, 5)).toBeVisible(BUSY);
  // Before there is a picture there is none to be taken.
  const video = dialog(page).locator('video');
  await expect.poll(() => video.evaluate((shown: HTMLVideoElement) => shown.readyState), BUSY).toBeGreaterThan(2);
  await expect.poll(() => video.evaluate((shown: HTMLVideoElement) => shown.currentTime), BUSY).toBeGreaterThan(13);
}
