import { randomUUID } from 'node:crypto';
import { expect, test, type Page } from '@playwright/test';
import {
  OTHER_PASSWORD,
  PASSWORD,
  descriptionOf,
  newEmail,
  password,
  signInButton,
  signInWith,
  tabTo,
  toast,
} from './account-forms.js';
import { countMails, linkFromMail } from './account-mails.js';
import { enter, openAccount } from './accounts.js';
import { look } from './look.js';

test.describe('a new password', () => {
  async function askForLink(page: Page, email: string): Promise<string> {
    await page.goto('/auth?mode=forgot');
    await page.getByLabel('E-Mail').fill(email);
    await page.getByRole('button', { name: 'Reset-Link senden' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Sehen Sie in Ihrem Postfach nach' })).toBeVisible();
    return (await page.getByRole('main').innerText()).replaceAll(email, '…');
  }

  /** The form that sends another link says why one is there. */
  async function expectRefused(page: Page): Promise<void> {
    await expect(page).toHaveURL(/\/auth\?mode=forgot$/);
    await expect(page.getByRole('alert')).toHaveText(
      'Ungültiger LinkDer Link ist abgelaufen oder wurde bereits verwendet. Fordern Sie einen neuen an.',
    );
  }

  test('is set with the link of the mail; the old one is refused, and so is the link', async ({ page, context }) => {
    const { email } = await openAccount(context.request);
    await askForLink(page, email);
    await look(page);
    const link = await linkFromMail(context.request, email, '/reset-password');
    await page.goto(link);
    await expect(page).toHaveURL(/\/reset-password$/);
    await expect(page.getByLabel('Neues Passwort', { exact: true })).toBeVisible();
    await expect(page.getByRole('checkbox')).toHaveCount(0);
    await page.reload();
    const [first, second] = [
      page.getByLabel('Neues Passwort', { exact: true }),
      page.getByLabel('Neues Passwort wiederholen'),
    ];
    await first.fill(OTHER_PASSWORD);
    await second.fill('anders-5');
    await page.getByRole('button', { name: 'Passwort ändern' }).click();
    await expect(second).toBeFocused();
    expect(await descriptionOf(second)).toContain('Die Passwörter stimmen nicht überein.');
    await look(page);
    await second.fill(OTHER_PASSWORD);
    await page.getByRole('button', { name: 'Passwort ändern' }).click();
    await expect(toast(page, 'Passwort geändert')).toBeVisible();
    await expect(page).toHaveURL(/\/auth$/);
    await signInWith(page, email, PASSWORD);
    await expect(page.getByRole('alert')).toHaveText('E-Mail oder Passwort ist falsch.');
    await password(page).fill(OTHER_PASSWORD);
    await signInButton(page).click();
    await expect(page).toHaveURL(/\/app$/);
    await context.clearCookies();
    await page.goto(link);
    await expect(toast(page, 'Ungültiger Link')).toBeVisible();
    await expectRefused(page);
    // It stays, and nothing lies over the heading.
    await page.reload();
    await expectRefused(page);
    await expect(page.getByRole('heading', { level: 1, name: 'Passwort vergessen' })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('region', { name: 'Meldungen' }).getByText('Ungültiger Link')).toBeHidden();
    await look(page);
  });

  test('is promised alike to known and unknown addresses', async ({ page, context }) => {
    const { email } = await openAccount(context.request);
    const unknown = newEmail();
    expect(await askForLink(page, unknown)).toBe(await askForLink(page, email));
    await linkFromMail(context.request, email, '/reset-password');
    expect(await countMails(context.request, unknown)).toBe(0);
  });

  test('needs a good link: neither none nor a forged one', async ({ page }) => {
    for (const path of ['/reset-password', `/reset-password?token=${randomUUID()}.bm90LW91cnM`]) {
      await page.goto(path);
      await expectRefused(page);
    }
  });

  test('is not set when the link dies in between, and ends every session', async ({ page, context, browser }) => {
    const account = await enter(context);
    await page.goto('/app/profiles');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const elsewhere = await browser.newContext();
    const [one, two] = [await elsewhere.newPage(), await elsewhere.newPage()];
    await askForLink(one, account.email);
    const link = await linkFromMail(context.request, account.email, '/reset-password');
    for (const tab of [one, two]) {
      await tab.goto(link);
      await tab.getByLabel('Neues Passwort', { exact: true }).fill(OTHER_PASSWORD);
      await tab.getByLabel('Neues Passwort wiederholen').fill(OTHER_PASSWORD);
    }
    await one.getByRole('button', { name: 'Passwort ändern' }).click();
    await expect(one).toHaveURL(/\/auth$/);
    await two.getByRole('button', { name: 'Passwort ändern' }).click();
    await expectRefused(two);
    await elsewhere.close();
    await page.reload();
    await expect(page).toHaveURL(/\/auth\?redirect=%2Fapp%2Fprofiles$/);
  });
});

test('everything is done with the keyboard alone', async ({ page, context }) => {
  const email = newEmail();
  await page.goto('/auth');
  await expect(password(page)).toBeVisible();
  await tabTo(page, page.getByRole('link', { name: 'Jetzt registrieren' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Konto erstellen' })).toBeVisible();
  // The focus has followed to the new form: its first field is the next stop.
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.keyboard.type('Petra Muster');
  await page.keyboard.press('Tab');
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await tabTo(page, page.getByRole('checkbox'));
  await page.keyboard.press('Space');
  await tabTo(page, page.getByRole('button', { name: 'Konto erstellen' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/verify-email$/);
  await page.goto(await linkFromMail(context.request, email, '/confirm-email'));
  await expect(page).toHaveURL(/\/app$/);
  await context.clearCookies();
  await page.goto('/auth');
  await tabTo(page, page.getByRole('link', { name: 'Passwort vergessen?' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Passwort vergessen' })).toBeVisible();
  await tabTo(page, page.getByLabel('E-Mail'));
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Sehen Sie in Ihrem Postfach nach' })).toBeVisible();
  await page.goto(await linkFromMail(context.request, email, '/reset-password'));
  await tabTo(page, page.getByLabel('Neues Passwort', { exact: true }));
  await page.keyboard.type(OTHER_PASSWORD);
  await tabTo(page, page.getByLabel('Neues Passwort wiederholen'));
  await page.keyboard.type(OTHER_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/auth$/);
  await tabTo(page, page.getByLabel('E-Mail'));
  await page.keyboard.type(email);
  await tabTo(page, password(page));
  await page.keyboard.type(OTHER_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/app$/);
});
