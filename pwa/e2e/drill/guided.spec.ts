import { expect } from '@playwright/test';
import { BUSY, complaintsOf, generate, orderPlan, train } from '../journey.js';
import { lookTwice } from '../look.js';
import { dialog, goodPhotos, step, takeFirstPhotos, test } from '../guided-camera.js';
import { consented, countUploads, photos } from '../wizard.js';

test('somebody is led to ten photos by the camera, which takes them by itself or by a key, pays, trains and receives eight portraits', async ({
  page,
  context,
}) => {
  test.setTimeout(480_000);
  const complaints = complaintsOf(page);
  const sent = countUploads(context);
  await consented(context);
  await takeFirstPhotos(page);
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
  await expect(goodPhotos(page)).toHaveCount(10, BUSY);
  expect(sent()).toBe(10);

  await page.getByLabel('Profilname').fill('Bewerbung 2027');
  await orderPlan(page);
  await train(page);
  await generate(page, { isRetouched: true });
  await expect(page.getByRole('button', { name: /im Vollbild$/ })).toHaveCount(8, BUSY);
  expect(complaints).toEqual([]);
});

test('somebody is led by the camera, which takes photos by itself, by a key or by a timer, and goes on where it was left', async ({
  page,
  context,
}) => {
  const complaints = complaintsOf(page);
  const sent = countUploads(context);
  await consented(context);
  await takeFirstPhotos(page);
  await dialog(page).getByRole('button', { name: 'In 3 Sekunden auslösen' }).click();
  await expect(dialog(page).getByRole('timer')).toHaveText('3');
  await expect(step(page, 6)).toBeVisible(BUSY);
  await dialog(page).getByRole('button', { name: 'Fertig' }).click();
  // What the timer happens to see need not be good: it is sent, and judged like the others.
  await expect(photos(page).getByRole('img')).toHaveCount(5, BUSY);
  expect(sent()).toBe(5);
  expect(complaints).toEqual([]);
});
