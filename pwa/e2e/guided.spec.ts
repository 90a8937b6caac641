import { expect } from '@playwright/test';
import { BUSY, complaintsOf } from './journey.js';
import { dialog, goodPhotos, step, takeFirstPhotos, test } from './guided-camera.js';
import { consented, countUploads } from './wizard.js';

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
  await expect(goodPhotos(page)).toHaveCount(5, BUSY);
  expect(sent()).toBe(5);
  expect(complaints).toEqual([]);
});
