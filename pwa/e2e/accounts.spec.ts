import { randomUUID } from 'node:crypto';
import { expect, test, type Page } from '@playwright/test';
import {
  OTHER_PASSWORD,
  PASSWORD,
  descriptionOf,
  fillRegistration,
  newEmail,
  password,
  register,
  signInButton,
  signInWith,
  toast,
} from './account-forms.js';
import { linkFromMail } from './account-mails.js';
import { enter, openAccount, registerOnly } from './accounts.js';
import { look } from './look.js';

test.describe('registering', () => {
  test('the link opened in another tab moves the waiting one at once, without asking', async ({ page, context }) => {
    // Without the question every four seconds only the other tab can be why.
    await page.addInitScript(() => {
      window.setInterval = (() => 0) as unknown as typeof setInterval;
    });
    const email = newEmail();
    await register(page, email);
    await look(page);
    const other = await context.newPage();
    await other.goto(await linkFromMail(context.request, email, '/confirm-email'));
    await expect(other).toHaveURL(/\/app$/);
    await expect(toast(other, 'E-Mail-Adresse bestätigt')).toBeVisible();
    await expect(page).toHaveURL(/\/app$/, { timeout: 3_000 });
  });

  test('the link signs in for good, although the page still learns late that nobody was signed in before', async ({
    page,
    context,
  }) => {
    const { email } = await registerOnly(context.request);
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
    await page.goto(link);
    await expect(page.getByRole('heading', { level: 1, name: /, Petra Muster$/ })).toBeVisible();
    await page.unrouteAll({ behavior: 'wait' });
    expect(held).toBe(true);
    await page.getByRole('link', { name: 'Profile', exact: true }).first().click();
    await expect(page).toHaveURL(/\/app\/profiles$/);
  });

  test('the mail is sent again on request, and every link works once', async ({ page, context }) => {
    const email = newEmail();
    await register(page, email);
    const first = await linkFromMail(context.request, email, '/confirm-email');
    await page.getByRole('button', { name: 'E-Mail erneut senden' }).click();
    await expect(toast(page, 'Bestätigungs-E-Mail wurde erneut gesendet!')).toBeVisible();
    const second = await linkFromMail(context.request, email, '/confirm-email', [first]);
    await page.goto(second);
    await expect(page).toHaveURL(/\/app$/);
    // A user who is signed in already is told so instead of being asked to sign in, and has nothing to wait for.
    await page.goto(second);
    await expect(page).toHaveURL(/\/app$/);
    await expect(toast(page, 'Sie sind bereits angemeldet')).toBeVisible();
    await page.goto('/verify-email');
    await expect(page).toHaveURL(/\/app$/);
    await context.clearCookies();
    await page.goto(second);
    await expect(page.getByRole('heading', { level: 1, name: 'Ungültiger Link' })).toBeVisible();
    await expect(page).toHaveURL(/\/confirm-email$/);
    await look(page);
    await page.getByRole('link', { name: 'Neuen Link anfordern' }).click();
    await expect(page).toHaveURL(/\/verify-email$/);
  });

  test('without a good link and without an address nothing is claimed: a form asks for the address and sends a new one', async ({
    page,
    browser,
    baseURL,
  }) => {
    const { email } = await registerOnly(page.request);
    const first = await linkFromMail(page.request, email, '/confirm-email');
    const elsewhere = await browser.newContext({ baseURL });
    const other = await elsewhere.newPage();
    await other.goto('/confirm-email?token=abc');
    await other.getByRole('link', { name: 'Neuen Link anfordern' }).click();
    await expect(other.getByRole('button', { name: 'Link senden' })).toBeVisible();
    await expect(other.getByText(/gesendet|Wir warten/)).toHaveCount(0);
    await look(other);
    await other.getByLabel('E-Mail').fill(email);
    await other.getByRole('button', { name: 'Link senden' }).click();
    await expect(other.getByText(`Wartet ${email} auf die Bestätigung`)).toBeVisible();
    await look(other);
    await other.goto(await linkFromMail(page.request, email, '/confirm-email', [first]));
    await expect(other.getByRole('heading', { level: 1, name: 'Ist das Ihr Konto?' })).toBeVisible();
    await expect(other).toHaveURL(/\/confirm-email$/);
    await look(other);
    await password(other).fill('falsch-falsch');
    await other.getByRole('button', { name: 'Bestätigen und anmelden' }).click();
    await expect(password(other)).toBeFocused();
    await password(other).fill(PASSWORD);
    await other.getByRole('button', { name: 'Bestätigen und anmelden' }).click();
    await expect(other).toHaveURL(/\/app$/);
    await elsewhere.close();
  });

  test('a stranger who registered somebody’s address stays outside when she sets a password of her own', async ({
    page,
    browser,
    baseURL,
  }) => {
    const email = newEmail();
    await register(page, email);
    const link = await linkFromMail(page.request, email, '/confirm-email');
    const elsewhere = await browser.newContext({ baseURL });
    const hers = await elsewhere.newPage();
    await hers.goto(link);
    await hers.getByRole('button', { name: 'Ich kenne das Passwort nicht' }).click();
    await look(hers);
    await hers.getByRole('button', { name: 'Passwort setzen und anmelden' }).click();
    await expect(hers.getByLabel('Name')).toBeFocused();
    await hers.getByLabel('Name').fill('Anna Keller');
    await hers.getByLabel('Neues Passwort').fill(OTHER_PASSWORD);
    await hers.getByRole('checkbox').check({ force: true });
    await hers.getByRole('button', { name: 'Passwort setzen und anmelden' }).click();
    await expect(hers.getByRole('heading', { level: 1, name: /, Anna Keller$/ })).toBeVisible();
    // The tab that waits has asked since, and nobody is signed in there.
    expect((await page.waitForResponse('**/api/v1/me')).status()).toBe(401);
    await expect(page).toHaveURL(/\/verify-email$/);
    await signInWith(page, email, PASSWORD);
    await expect(page.getByRole('alert')).toContainText('E-Mail oder Passwort ist falsch.');
    await elsewhere.close();
  });

  test('the plan that was chosen is ordered after the confirmation: in the same tab, in another, in another browser', async ({
    page,
    context,
    browser,
    baseURL,
  }) => {
    const order = /\/bestellen\?plan=starter$/;
    const chooseAndRegister = async (visitor: Page): Promise<string> => {
      await visitor.goto('/pricing');
      await visitor.getByRole('link', { name: 'Starter wählen' }).click();
      const email = newEmail();
      await fillRegistration(visitor, email);
      await expect(
        visitor.getByRole('heading', { level: 1, name: 'Bestätigen Sie Ihre E-Mail-Adresse' }),
      ).toBeVisible();
      return email;
    };
    const inTheSameTab = await chooseAndRegister(page);
    await page.goto(await linkFromMail(page.request, inTheSameTab, '/confirm-email'));
    await expect(page).toHaveURL(order);
    await expect(toast(page, 'E-Mail-Adresse bestätigt')).toBeVisible();
    await context.clearCookies();
    await page.goto('/');
    await page.evaluate(() => localStorage.clear());

    const inAnotherTab = await chooseAndRegister(page);
    const other = await context.newPage();
    await other.goto(await linkFromMail(page.request, inAnotherTab, '/confirm-email'));
    await Promise.all([expect(other).toHaveURL(order), expect(page).toHaveURL(order)]);
    await other.close();
    await context.clearCookies();
    await page.goto('/');
    await page.evaluate(() => localStorage.clear());

    const elsewhere = await browser.newContext({ baseURL });
    const inAnotherBrowser = await chooseAndRegister(page);
    const phone = await elsewhere.newPage();
    await phone.goto(await linkFromMail(page.request, inAnotherBrowser, '/confirm-email'));
    await password(phone).fill(PASSWORD);
    await phone.getByRole('button', { name: 'Bestätigen und anmelden' }).click();
    await expect(phone).toHaveURL(order);
    // Here nobody is signed in, and the waiting page says so; the way to the sign-in still knows the plan.
    await expect(page.getByRole('heading', { level: 1, name: 'Ihre E-Mail-Adresse ist bestätigt' })).toBeVisible({
      timeout: 15_000,
    });
    await look(page);
    await page.locator('main').getByRole('link', { name: 'Anmelden' }).click();
    await expect(page.getByLabel('E-Mail')).toHaveValue(inAnotherBrowser);
    await password(page).fill(PASSWORD);
    await signInButton(page).click();
    await expect(page).toHaveURL(order);
    await elsewhere.close();
  });

  test('a forged link is invalid and leaves the URL and the history', async ({ page }) => {
    await page.goto('/pricing');
    await page.goto(`/confirm-email?token=${randomUUID()}.bm90LW91cnM`);
    await expect(page.getByRole('heading', { level: 1, name: 'Ungültiger Link' })).toBeVisible();
    await expect(page).toHaveURL(/\/confirm-email$/);
    await page.goBack();
    await expect(page).toHaveURL(/\/pricing$/);
  });

  test('what is wrong stands at its field and is read with it', async ({ page }) => {
    await page.goto('/auth?mode=register');
    await look(page);
    await page.getByRole('button', { name: 'Konto erstellen' }).click();
    await expect(page.getByLabel('Name')).toBeFocused();
    await expect(toast(page, 'AGBs erforderlich')).toBeVisible();
    const findings = [
      ['Name', 'Bitte geben Sie Ihren Namen ein.'],
      ['E-Mail', 'Bitte geben Sie eine gültige E-Mail-Adresse ein.'],
      ['Passwort', 'Das Passwort muss mindestens 6 Zeichen lang sein.'],
    ] as const;
    for (const [label, text] of findings) {
      const field = page.getByLabel(label, { exact: true });
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      expect(await descriptionOf(field)).toContain(text);
    }
    expect(await descriptionOf(page.getByRole('checkbox'))).toContain(
      'Bitte akzeptieren Sie die AGBs und Datenschutzerklärung.',
    );
    await look(page);
    await page.getByLabel('Name').fill('Petra Muster');
    await expect(page.getByLabel('Name')).not.toHaveAttribute('aria-invalid', 'true');
  });

  test('an address that is taken and a password that is too common are refused', async ({ page, context }) => {
    const { email } = await openAccount(context.request);
    await page.goto('/auth?mode=register');
    await page.getByLabel('Name').fill('Petra Muster');
    await page.getByLabel('E-Mail').fill(email);
    await password(page).fill('passwort');
    await page.getByRole('checkbox').check({ force: true });
    await page.getByRole('button', { name: 'Konto erstellen' }).click();
    await expect(password(page)).toBeFocused();
    expect(await descriptionOf(password(page))).toContain('Dieses Passwort ist zu verbreitet.');
    await password(page).fill(PASSWORD);
    await page.getByRole('button', { name: 'Konto erstellen' }).click();
    await expect(toast(page, 'Account existiert bereits')).toBeVisible();
    expect(await descriptionOf(page.getByLabel('E-Mail'))).toContain('Diese E-Mail-Adresse wird bereits verwendet.');
    await expect(page.getByLabel('E-Mail')).toBeFocused();
  });
});

test.describe('signing in', () => {
  test('an address that is not confirmed leads to the mail', async ({ page }) => {
    // The tab knows no address from a registration.
    const { email } = await registerOnly(page.request);
    await signInWith(page, email, PASSWORD);
    await expect(page.getByRole('alert')).toContainText('Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse.');
    await page.getByRole('link', { name: 'E-Mail erneut senden' }).click();
    await expect(page.getByText(email)).toBeVisible();
  });

  test('without a network the form stays as it is', async ({ page, context }) => {
    await page.goto('/auth');
    await page.getByLabel('E-Mail').fill('petra@example.org');
    await password(page).fill(PASSWORD);
    await context.setOffline(true);
    await signInButton(page).click();
    await expect(page.getByRole('alert')).toHaveText(
      'Keine Verbindung zum Server. Prüfen Sie Ihr Netz und versuchen Sie es erneut.',
    );
    await expect(password(page)).toHaveValue(PASSWORD);
    await context.setOffline(false);
  });

  test('signing in and out is felt in the other tabs', async ({ page, context }) => {
    const account = await openAccount(context.request);
    const other = await context.newPage();
    await other.goto('/auth?redirect=%2Fapp%2Fprofiles');
    await expect(password(other)).toBeVisible();
    await signInWith(page, account.email, account.password);
    await expect(page).toHaveURL(/\/app$/);
    await expect(other).toHaveURL(/\/app\/profiles$/);
    // From a page that knows nothing of the app.
    await page.goto('/styles');
    await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible();
    await page.getByText('Menü', { exact: true }).click();
    await page.getByRole('button', { name: 'Abmelden' }).filter({ visible: true }).click();
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByRole('link', { name: 'Jetzt starten' }).first()).toBeVisible();
    await expect(other).toHaveURL(/\/auth\?redirect=%2Fapp%2Fprofiles$/);
  });

  test('whoever is signed in goes straight on', async ({ page, context }) => {
    await enter(context);
    await page.goto('/auth');
    await expect(page).toHaveURL(/\/app$/);
    await page.goto('/auth?redirect=%2Fapp%2Fprofiles');
    await expect(page).toHaveURL(/\/app\/profiles$/);
  });

  test('the form keeps the address when it becomes another one', async ({ page }) => {
    await page.goto('/auth');
    await page.getByLabel('E-Mail').fill('petra@example.org');
    await page.getByRole('link', { name: 'Passwort vergessen?' }).click();
    await expect(page).toHaveURL(/\/auth\?mode=forgot$/);
    await expect(page.getByLabel('E-Mail')).toHaveValue('petra@example.org');
    await look(page);
  });
});
