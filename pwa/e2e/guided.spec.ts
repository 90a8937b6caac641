import { tmpdir } from 'node:os';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test as base, type Browser, type Locator, type Page } from '@playwright/test';
import playwrightConfig from '../playwright.config.js';
import { BUSY, complaintsOf, generate, orderPlan, train } from './journey.js';
import { lookTwice } from './look.js';
import { recordCamera } from './recorded-camera.js';
import { consented, countUploads, openWizard, photos } from './wizard.js';

/** What the session asks for: to look straight, to both sides, by the window, in other clothes. A drawing's smile is not seen as one. */
const POSES = [
  { light: 0.8, smile: 0.2 },
  { light: 0.82, smile: 0.2, turn: 36 },
  { light: 0.81, smile: 0.2, turn: -36 },
  { light: 1, smile: 0.2 },
  { light: 0.8, smile: 0.2, jacket: '#b03030', shirt: '#b03030', background: '#a58f78' },
];

const { args = [], ...launch } = playwrightConfig.use?.launchOptions ?? {};

/** A browser whose camera shows the recording. */
const test = base.extend<object, { browser: Browser }>({
  browser: [
    async ({ playwright, browserName }, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'bildnis-camera-'));
      const file = await recordCamera(folder, POSES);
      const browser = await playwright[browserName].launch({
        ...launch,
        args: [...args, `--use-file-for-fake-video-capture=${file}`],
      });
      await use(browser);
      await browser.close();
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Foto aufnehmen' });
const step = (page: Page, number: number): Locator => dialog(page).getByText(`Foto ${number} von 10`);

test('somebody is led to ten photos by the camera, which takes them by itself or by a key, pays, trains and receives eight portraits', async ({
  page,
  context,
}) => {
  test.setTimeout(480_000);
  const complaints = complaintsOf(page);
  const sent = countUploads(context);
  await consented(context);
  await openWizard(page);
  await page.getByRole('button', { name: 'Foto aufnehmen' }).click();
  await expect(step(page, 1)).toBeVisible(BUSY);
  await expect(dialog(page).getByText('Blick zu mir', { exact: true })).toBeVisible();
  await lookTwice(page);
  // By itself: straight, left and right.
  await expect(step(page, 4)).toBeVisible(BUSY);
  await expect(dialog(page).getByText('Lächeln', { exact: true }).first()).toBeVisible();
  await page.keyboard.press('Space');
  await expect(step(page, 5)).toBeVisible(BUSY);

  // It goes on where it was left, also after a reload.
  await dialog(page).getByRole('button', { name: 'Fertig' }).click();
  await expect(photos(page).getByText(/^(Gut|Reserve)/)).toHaveCount(4, BUSY);
  await page.reload();
  await page.getByRole('button', { name: 'Foto aufnehmen' }).click();
  await expect(step(page, 5)).toBeVisible(BUSY);
  // Before there is a picture there is none to be taken.
  const video = dialog(page).locator('video');
  await expect.poll(() => video.evaluate((shown: HTMLVideoElement) => shown.readyState), BUSY).toBeGreaterThan(2);
  // The recording has begun anew, and what was taken of it before would be the same picture: it is let go by.
  await expect.poll(() => video.evaluate((shown: HTMLVideoElement) => shown.currentTime), BUSY).toBeGreaterThan(13);
  await expect(dialog(page).getByRole('button', { name: 'Auslösen', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  // Serious and by the window by itself; smiling by the timer.
  await expect(step(page, 8)).toBeVisible(BUSY);
  await dialog(page).getByRole('button', { name: 'In 3 Sekunden auslösen' }).click();
  await expect(dialog(page).getByRole('timer')).toHaveText('3');
  // Other clothes by itself.
  await expect(step(page, 10)).toBeVisible(BUSY);
  await page.keyboard.press('Space');
  await expect(dialog(page).getByText('Das waren alle.').first()).toBeVisible(BUSY);
  await lookTwice(page);
  await dialog(page).getByRole('button', { name: 'Fertig' }).click();
  await expect(photos(page).getByText(/^(Gut|Reserve)/)).toHaveCount(10, BUSY);
  expect(sent()).toBe(10);

  await page.getByLabel('Profilname').fill('Bewerbung 2027');
  await orderPlan(page);
  await train(page);
  await generate(page, { isRetouched: true });
  await expect(page.getByRole('button', { name: /im Vollbild$/ })).toHaveCount(8, BUSY);
  expect(complaints).toEqual([]);
});
