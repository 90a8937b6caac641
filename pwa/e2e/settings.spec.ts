import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, type Page } from '@playwright/test';
import { enter, signIn, type Account } from './accounts.js';
import { look, lookTwice } from './look.js';

const PAGES = [
  ['/app/settings', 'Konto'],
  ['/app/settings/sicherheit', 'Sicherheit'],
  ['/app/settings/abrechnung', 'Abrechnung'],
  ['/app/settings/daten', 'Daten'],
  ['/app/settings/api', 'API-Schlüssel'],
  ['/app/settings/webhooks', 'Webhooks'],
] as const;

let account: Account;

test.beforeEach(async ({ context }) => {
  account = await enter(context);
});

/** The server asks once who is sitting here, as it does ten minutes after the last proof. */
async function askForProofOnce(page: Page, path: string): Promise<void> {
  await page.route(
    `**/api/v1${path}`,
    (route) =>
      route.fulfill({
        status: 403,
        contentType: 'application/problem+json',
        json: { type: 'about:blank', title: 'proof_required', status: 403, code: 'proof_required', requestId: 'r' },
      }),
    { times: 1 },
  );
}

const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Meldungen' }).getByText(text).first();
const section = (page: Page, name: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) });
const proofDialog = (page: Page) => page.getByRole('dialog', { name: 'Bitte bestätigen Sie, dass Sie es sind' });

test('the six pages are whole in both themes, and the navigation says where one is', async ({ page }) => {
  const navigation = page.getByRole('navigation', { name: 'Konto und Sicherheit' });
  await page.goto('/app/settings');
  for (const [path, title] of PAGES) {
    await navigation.locator(`a[href="${path}"]`).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page).toHaveTitle(`${title} | Bildnis`);
    await expect(navigation.locator('[aria-current=page]')).toHaveAttribute('href', path);
    await lookTwice(page);
  }
  await page.getByRole('link', { name: 'Zur Übersicht' }).click();
  await expect(page).toHaveURL(/\/app$/);
});

test('another device is shown out within seconds; the password changes, and this device stays signed in', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const elsewhere = await browser.newContext({
    baseURL,
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  });
  expect(await signIn(elsewhere, account)).toBe(200);
  const second = await elsewhere.newPage();
  await second.goto('/app');
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/app/settings/sicherheit');
  const list = page.getByRole('list', { name: 'Aktive Sitzungen' });
  await expect(list.getByText('Dieses Gerät')).toBeVisible();
  await list.getByRole('button', { name: 'Safari auf iOS abmelden' }).click();
  await expect(second).toHaveURL(/\/auth/, { timeout: 5_000 });
  await expect(list.getByText('Safari auf iOS')).toBeHidden();

  const form = section(page, 'Passwort');
  await form.getByLabel('Aktuelles Passwort').fill(account.password);
  await form.getByLabel('Neues Passwort', { exact: true }).fill('Winterberg-77');
  await form.getByLabel('Neues Passwort bestätigen').fill('Winterberg-77');
  await form.getByRole('button', { name: 'Passwort ändern' }).click();
  await expect(toast(page, 'Passwort geändert')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Sicherheit' })).toBeVisible();
  expect(await signIn(elsewhere, account)).toBe(401);
  expect(await signIn(elsewhere, { ...account, password: 'Winterberg-77' })).toBe(200);
  await elsewhere.close();
  expect((await context.request.get('/api/v1/me')).status()).toBe(200);
});

test(
  'an API key is made after a proof of identity, works, and is revoked',
  { tag: '@drill' },
  async ({ page, playwright, baseURL }) => {
    await page.goto('/app/settings/api');
    await page.getByRole('button', { name: 'Schlüssel erstellen' }).click();
    const form = page.getByRole('dialog', { name: 'Neuer Schlüssel' });
    await form.getByLabel('Name', { exact: true }).fill('Intranet');
    await form.getByText('Konto lesen').click();
    await expect(form.getByRole('checkbox', { name: /Konto lesen/ })).toBeChecked();
    await look(page);
    await askForProofOnce(page, '/api-keys');
    await form.getByRole('button', { name: 'Erstellen' }).click();
    const proof = proofDialog(page);
    await expect(proof.getByLabel('Passwort', { exact: true })).toBeFocused();
    await look(page);
    await page.keyboard.type(account.password);
    await page.keyboard.press('Enter');
    const made = page.getByRole('dialog', { name: 'Ihr neuer Schlüssel' });
    const secret = await made.locator('code').innerText();
    expect(secret).toMatch(/^bk_/);
    const program = await playwright.request.newContext({
      baseURL,
      extraHTTPHeaders: { authorization: `Bearer ${secret}` },
    });
    expect((await program.get('/api/v1/me')).status()).toBe(200);
    await made.getByRole('button', { name: 'Ich habe ihn gespeichert' }).click();
    await page.getByRole('button', { name: 'Intranet widerrufen' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Widerrufen' }).click();
    // The button that asked is gone: the keyboard goes on where the list was.
    await expect(page.locator(':focus')).toContainText('Noch kein Schlüssel');
    expect((await program.get('/api/v1/me')).status()).toBe(401);
    await program.dispose();
  },
);

test('a webhook is made, tried, read and sent again, and it goes', { tag: '@drill' }, async ({ page }) => {
  const received: string[] = [];
  let status = 500;
  const receiver = createServer((request, response) => {
    received.push(String(request.headers['webhook-id']));
    request.resume();
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/bildnis`;
  await page.goto('/app/settings/webhooks');
  await page.getByRole('button', { name: 'Endpunkt anlegen' }).click();
  await page.getByRole('dialog', { name: 'Neuer Endpunkt' }).getByLabel('Adresse').fill(url);
  await page.keyboard.press('Enter');
  const made = page.getByRole('dialog', { name: 'Das Geheimnis Ihres Endpunkts' });
  await expect(made.locator('code')).toHaveText(/^whsec_/);
  await look(page);
  await made.getByRole('button', { name: 'Ich habe es gespeichert' }).press('Enter');
  await expect(made).toBeHidden();
  await page.getByRole('link', { name: `${url} öffnen` }).click();
  await page.getByRole('button', { name: 'Test senden' }).click();
  await expect(page.getByText('Ihr Endpunkt hat die Testnachricht nicht angenommen')).toBeVisible();
  await expect(page.getByText(/Status 500 nach \d+\sms/).first()).toBeVisible();
  await lookTwice(page);
  status = 204;
  await page.getByRole('button', { name: /^Testnachricht, .*: erneut senden$/ }).click();
  await expect(page.getByText('Angenommen', { exact: true })).toBeVisible();
  expect(received).toHaveLength(2);
  expect(new Set(received).size).toBe(1);
  await page.getByRole('button', { name: 'Löschen' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click();
  await expect(page.getByText('Noch kein Endpunkt')).toBeVisible();
  receiver.close();
});

test('a passkey is added by keyboard, proves who one is, and is removed; a Google account is linked', async ({
  page,
}) => {
  const devices = await page.context().newCDPSession(page);
  await devices.send('WebAuthn.enable');
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.goto('/app/settings/sicherheit');
  const passkeys = section(page, 'Passkeys');
  const add = passkeys.getByRole('button', { name: 'Passkey hinzufügen' });
  const dialog = page.getByRole('dialog', { name: 'Neuer Passkey' });
  await add.press('Enter');
  await expect(dialog.getByLabel('Name')).toBeFocused();
  // The focus stays inside, however far one goes, and comes back.
  for (let left = 7; left > 0; left -= 1) await page.keyboard.press('Tab');
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(add).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Name')).toHaveValue(/auf/);
  await dialog.getByLabel('Name').fill('Laptop');
  await page.keyboard.press('Enter');
  await passkeys.getByRole('button', { name: 'Entfernen: Laptop' }).click();
  await askForProofOnce(page, '/me/passkeys/*');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Entfernen' }).click();
  const proof = proofDialog(page);
  const other = proof.getByRole('button', { name: 'Mit Passkey' });
  const use = proof.getByRole('button', { name: 'Passkey verwenden' });
  await expect(other.or(use)).toBeVisible();
  if (await other.isVisible()) await other.click();
  await use.click();
  await expect(passkeys.getByText('Noch kein Passkey')).toBeVisible();

  const google = section(page, 'Google');
  const address = `petra.${account.email.slice(6, 20)}@gmail.com`;
  await google.getByRole('button', { name: 'Verknüpfen' }).click();
  await page.getByLabel('E-Mail').fill(address);
  await page.getByLabel('Name').fill('Petra Muster');
  await page.getByRole('button', { name: 'Mit diesem Konto weiter' }).click();
  await expect(page).toHaveURL(/\/app\/settings\/sicherheit$/);
  await expect(google.getByText(address)).toBeVisible();
});

test('all own data comes as a file; the account goes in two steps, and nothing of it is left here', async ({
  page,
  context,
}) => {
  await page.goto('/app/settings/daten');
  // What loads above the button would move it away under the click.
  await expect(page.getByRole('list', { name: 'Vertragsbedingungen' })).toBeVisible();
  await expect(page.getByText('Sie haben keine Portraits freigegeben.')).toBeVisible();
  await page.getByRole('button', { name: 'Daten exportieren' }).click();
  const list = page.getByRole('list', { name: 'Ihre Exporte' });
  await expect(list.getByText('Bereit')).toBeVisible({ timeout: 60_000 });
  const saving = page.waitForEvent('download');
  await list.getByRole('button', { name: 'Herunterladen' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/\.zip$/);
  expect(readFileSync(await file.path()).toString('latin1', 0, 2)).toBe('PK');

  await page.getByRole('button', { name: 'Konto löschen' }).click();
  await expect(page.getByRole('heading', { name: 'Das wird gelöscht' })).toBeFocused();
  await look(page);
  await page.getByRole('button', { name: 'Weiter' }).click();
  await expect(page.getByRole('heading', { name: 'Endgültig löschen' })).toBeFocused();
  await page.getByLabel('Ihre E-Mail-Adresse').fill('falsch@example.org');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Das ist nicht die E-Mail-Adresse dieses Kontos.')).toBeVisible();
  await look(page);
  await page.getByLabel('Ihre E-Mail-Adresse').fill(account.email.toUpperCase());
  await page.keyboard.press('Enter');
  await expect(page.getByText('Ihr Konto ist gelöscht')).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  expect((await context.request.get('/api/v1/me')).status()).toBe(401);
  expect(await signIn(context, account)).toBe(401);
});
