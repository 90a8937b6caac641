import { expect, test } from '@playwright/test';
import { OTHER_PASSWORD, password, tabTo, toast } from './account-forms.js';
import { linkFromMail } from './account-mails.js';
import { enter } from './accounts.js';
import { look } from './look.js';

test('a new password is set with the link of the mail and the keyboard alone; another tab with the same link is refused, and every session ends', async ({
  page,
  context,
  browser,
}) => {
  const { email } = await enter(context);
  await page.goto('/app/profiles');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  const elsewhere = await browser.newContext();
  const hers = await elsewhere.newPage();
  await hers.goto('/auth');
  await expect(password(hers)).toBeVisible();
  await tabTo(hers, hers.getByRole('link', { name: 'Passwort vergessen?' }));
  await hers.keyboard.press('Enter');
  await expect(hers.getByRole('heading', { level: 1, name: 'Passwort vergessen' })).toBeVisible();
  await tabTo(hers, hers.getByLabel('E-Mail'));
  await hers.keyboard.type(email);
  await hers.keyboard.press('Enter');
  await expect(hers.getByRole('heading', { level: 1, name: 'Sehen Sie in Ihrem Postfach nach' })).toBeVisible();
  await look(hers);
  const link = await linkFromMail(context.request, email, '/reset-password');
  const late = await elsewhere.newPage();
  const [first, second] = ['Neues Passwort', 'Neues Passwort wiederholen'];
  await late.goto(link);
  for (const label of [first, second]) await late.getByLabel(label, { exact: true }).fill('Anders-und-spaet-5');
  await hers.goto(link);
  await expect(hers).toHaveURL(/\/reset-password$/);
  // The link lasts over a reload, although the URL does not have it any more.
  await hers.reload();
  await tabTo(hers, hers.getByLabel(first, { exact: true }));
  await look(hers);
  await hers.keyboard.type(OTHER_PASSWORD);
  await tabTo(hers, hers.getByLabel(second));
  await hers.keyboard.type(OTHER_PASSWORD);
  await hers.keyboard.press('Enter');
  await expect(toast(hers, 'Passwort geändert')).toBeVisible();
  await expect(hers).toHaveURL(/\/auth$/);

  await late.getByRole('button', { name: 'Passwort ändern' }).click();
  await expect(late.getByRole('alert')).toContainText('Ungültiger Link');
  await expect(late).toHaveURL(/\/auth\?mode=forgot$/);
  // The form says why it is there. That stays, and nothing lies over the heading.
  await late.reload();
  await expect(late.getByRole('alert')).toHaveText(
    'Ungültiger LinkDer Link ist abgelaufen oder wurde bereits verwendet. Fordern Sie einen neuen an.',
  );
  await expect(late.getByRole('heading', { level: 1, name: 'Passwort vergessen' })).toBeInViewport({ ratio: 1 });
  await expect(toast(late, 'Ungültiger Link')).toBeHidden();
  await look(late);
  await late.close();

  await tabTo(hers, hers.getByLabel('E-Mail'));
  await hers.keyboard.type(email);
  await tabTo(hers, password(hers));
  await hers.keyboard.type(OTHER_PASSWORD);
  await hers.keyboard.press('Enter');
  await expect(hers).toHaveURL(/\/app$/);
  await elsewhere.close();
  await page.reload();
  await expect(page).toHaveURL(/\/auth\?redirect=%2Fapp%2Fprofiles$/);
});
