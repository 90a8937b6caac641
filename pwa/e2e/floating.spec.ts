import { expect, test } from '@playwright/test';
import { enter } from './accounts.js';
import { FRESH } from './cookies.js';
import { atEverySize, covered } from './covered.js';
import { atBothWidths } from './look.js';

test.use({ storageState: FRESH });

test('the question about cookies, messages and the navigation stand beside each other, at every size of letters', async ({
  page,
  context,
}) => {
  await enter(context);
  await page.goto('/app/settings/sicherheit');
  const question = page.locator('[data-cookie-banner]');
  await expect(question).toBeVisible();
  await page.getByLabel('Neues Passwort', { exact: true }).fill('kurz');
  await page.getByRole('button', { name: 'Passwort ändern' }).click();
  const message = page
    .getByRole('region', { name: 'Meldungen' })
    .getByText('Das Passwort muss mindestens 6 Zeichen lang sein.');
  await expect(message).toBeVisible();
  await atBothWidths(page, () =>
    atEverySize(page, async () => {
      // While it is read it stays.
      await message.hover();
      await expect.poll(() => covered(page)).toEqual([]);
    }),
  );
  // At the end of the page everything can be brought above what floats.
  await page.getByRole('button', { name: 'Alle ablehnen' }).click();
  await expect(question).toBeHidden();
  await atBothWidths(page, async () => expect(await covered(page)).toEqual([]));
});
