import { expect, test } from '@playwright/test';
import {
  PASSWORD,
  fillRegistration,
  newEmail,
  password,
  signInButton,
  signInWith,
  tabTo,
  toast,
} from './account-forms.js';
import { linkFromMail } from './account-mails.js';
import { openAccount } from './accounts.js';
import { look, lookHere } from './look.js';

test('an account is opened with the keyboard alone; the link signs in for good in the same tab, although the page still learns late that nobody was signed in before', async ({
  page,
  context,
}) => {
  const email = newEmail();
  await page.goto('/auth');
  await expect(password(page)).toBeVisible();
  await tabTo(page, page.getByRole('link', { name: 'Jetzt registrieren' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Konto erstellen' })).toBeVisible();
  await expect(page).toHaveTitle('Konto erstellen | Bildnis');
  // The focus has followed to the new form: its first field is the next stop.
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Name')).toBeFocused();
  await look(page);
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

  const link = await linkFromMail(context.request, email, '/confirm-email');
  const confirmed = page.waitForResponse('**/api/v1/auth/confirm-email');
  let held = false;
  let wasAnswered = () => {};
  const answered = new Promise<void>((resolve) => (wasAnswered = resolve));
  // Both are asked at the same moment; here the server hears the question who is signed in first.
  await page.route('**/api/v1/auth/confirm-email', async (route) => {
    await answered;
    return route.continue();
  });
  await page.route('**/api/v1/me', async (route) => {
    if (held) return route.continue();
    held = true;
    const answer = await route.fetch();
    expect(answer.status()).toBe(401);
    wasAnswered();
    await confirmed;
    await expect(page).toHaveURL(/\/app$/);
    return route.fulfill({ response: answer });
  });
  // Pages that are open to all ask only where somebody was signed in; that session has ended since.
  await page.evaluate(() => localStorage.setItem('bildnis.signed-in', '1'));
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name: /, Petra$/ })).toBeVisible();
  await expect(toast(page, 'E-Mail-Adresse bestätigt')).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  expect(held).toBe(true);
  await page.getByRole('link', { name: 'Profile', exact: true }).first().click();
  await expect(page).toHaveURL(/\/app\/profiles$/);
});

test(
  'a plan is ordered once the address is confirmed: in another browser with a link sent again, and in the one that waits',
  { tag: '@drill' },
  async ({ page, browser, baseURL }) => {
    const order = /\/bestellen\?plan=starter$/;
    const email = newEmail();
    await page.goto('/pricing');
    await page.getByRole('link', { name: 'Starter wählen' }).click();
    await expect(page).toHaveURL(/\/auth\?redirect=%2Fbestellen%3Fplan%3Dstarter/);
    await expect(toast(page, 'Bitte melden Sie sich zuerst an')).toBeVisible();
    await fillRegistration(page, email);
    await expect(page.getByRole('heading', { level: 1, name: 'Bestätigen Sie Ihre E-Mail-Adresse' })).toBeVisible();
    const first = await linkFromMail(page.request, email, '/confirm-email');

    const elsewhere = await browser.newContext({ baseURL });
    const phone = await elsewhere.newPage();
    await phone.goto('/confirm-email?token=abc');
    await expect(phone.getByRole('heading', { level: 1, name: 'Ungültiger Link' })).toBeVisible();
    await lookHere(phone);
    await phone.getByRole('link', { name: 'Neuen Link anfordern' }).click();
    await expect(phone.getByRole('button', { name: 'Link senden' })).toBeVisible();
    await lookHere(phone);
    await phone.getByLabel('E-Mail').fill(email);
    await phone.getByRole('button', { name: 'Link senden' }).click();
    await expect(phone.getByText(`Wartet ${email} auf die Bestätigung`)).toBeVisible();
    await phone.goto(await linkFromMail(page.request, email, '/confirm-email', [first]));
    await expect(phone.getByRole('heading', { level: 1, name: 'Ist das Ihr Konto?' })).toBeVisible();
    await expect(phone).toHaveURL(/\/confirm-email$/);
    await look(phone);
    await phone.getByRole('button', { name: 'Ich kenne das Passwort nicht' }).click();
    await lookHere(phone);
    await phone.getByRole('button', { name: 'Ich kenne das Passwort', exact: true }).click();
    await password(phone).fill(PASSWORD);
    await phone.getByRole('button', { name: 'Bestätigen und anmelden' }).click();
    await expect(phone).toHaveURL(order);
    await elsewhere.close();

    // Here nobody is signed in, and the waiting page says so; the way to the sign-in still knows the plan.
    await expect(page.getByRole('heading', { level: 1, name: 'Ihre E-Mail-Adresse ist bestätigt' })).toBeVisible();
    await look(page);
    await page.locator('main').getByRole('link', { name: 'Anmelden' }).click();
    await expect(page.getByLabel('E-Mail')).toHaveValue(email);
    await password(page).fill(PASSWORD);
    await signInButton(page).click();
    await expect(page).toHaveURL(order);
  },
);

test('signing in and out is felt in the other tabs', async ({ page, context }) => {
  const account = await openAccount(context.request);
  const other = await context.newPage();
  await other.goto('/app/styles/corporate');
  await expect(other).toHaveURL(/\/auth\?redirect=%2Fapp%2Fstyles%2Fcorporate$/);
  await expect(password(other)).toBeVisible();
  await signInWith(page, account.email, account.password);
  await expect(page).toHaveURL(/\/app$/);
  await expect(other).toHaveURL(/\/app\/styles\/corporate$/);
  // From a page that knows nothing of the app.
  await page.goto('/styles');
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible();
  await page.getByText('Menü', { exact: true }).click();
  await page.getByRole('button', { name: 'Abmelden' }).filter({ visible: true }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('link', { name: 'Jetzt starten' }).first()).toBeVisible();
  await expect(other).toHaveURL(/\/auth\?redirect=%2Fapp%2Fstyles%2Fcorporate$/);
});
