import { expect, test } from '@playwright/test';
import { newEmail } from './account-forms.js';
import { linkFromMail } from './account-mails.js';
import { lookTwice, lookTwiceHere } from './look.js';

test('without an account a picture is checked and misuse reported, with the picture, from the foot of a page; the mail confirms it', async ({
  page,
  context,
}) => {
  const email = newEmail();
  await page.goto('/pricing');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Bild prüfen' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Bild prüfen' })).toBeVisible();
  await page.locator('input[type=file]').setInputFiles('public/og/home.jpg');
  await expect(page.getByText('Dieses Bild kennen wir nicht')).toBeVisible();
  await lookTwice(page);

  await page.getByRole('contentinfo').getByRole('link', { name: 'Missbrauch melden' }).click();
  await expect(page).toHaveURL(/\/missbrauch-melden$/);
  const submit = page.getByRole('main').getByRole('button', { name: 'Missbrauch melden' });
  await submit.click();
  await expect(page.getByRole('group', { name: 'Das Bild' })).toBeFocused();
  await lookTwice(page);
  await page.locator('input[type=file]').setInputFiles('public/og/home.jpg');
  await expect(page.getByText('Verglichen, nicht gespeichert.')).toBeVisible();
  await page.getByText('Jemand gibt sich damit für mich aus').click();
  await page.getByLabel('E-Mail').fill(email);
  await submit.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Bestätigen Sie jetzt Ihre Meldung' })).toBeVisible();
  const number = await page.getByText(/^M(-[0-9A-Z]{4}){3}$/).innerText();
  await lookTwiceHere(page);
  await page.goto(await linkFromMail(context.request, email, '/missbrauch-melden'));
  await expect(page.getByRole('heading', { level: 1, name: 'Ihre Meldung ist bestätigt' })).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
  await expect(page.getByText(`${number}, eingegangen am`)).toBeVisible();
  await lookTwiceHere(page);
});
