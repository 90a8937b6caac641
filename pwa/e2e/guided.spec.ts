import { expect } from '@playwright/test';
import { BUSY, complaintsOf } from './journey.js';
import { dialog, step, takeFirstPhotos, test } from './guided-camera.js';
import { consented, countUploads, photos } from './wizard.js';

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
