import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, type Page } from '@playwright/test';
import { authenticatorCode, enter, signIn, type Account } from './accounts.js';
import { atBothWidths, look, lookTwice } from './look.js';

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

test('the six pages are whole in both themes, and the navigation says where one is', async ({ page }) => {
  for (const [path, title] of PAGES) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page).toHaveTitle(`${title} | Bildnis`);
    await expect(
      page.getByRole('navigation', { name: 'Konto und Sicherheit' }).locator('[aria-current=page]'),
    ).toHaveCount(1);
    await lookTwice(page);
  }
  await page.getByRole('link', { name: 'Zum Dashboard' }).click();
  await expect(page).toHaveURL(/\/app$/);
});

test('details are saved, refused where wrong, and kept', async ({ page }) => {
  await page.goto('/app/settings');
  await expect(page.getByLabel('E-Mail', { exact: true })).toHaveValue(account.email);
  await expect(page.getByLabel('E-Mail', { exact: true })).toHaveAttribute('readonly', '');
  await page.getByLabel('Bild-Adresse').fill('http://example.org/petra.jpg');
  await page.getByRole('button', { name: 'Speichern' }).click();
  await expect(page.getByText('Bitte geben Sie eine Adresse ein, die mit https:// beginnt.')).toBeVisible();
  await expect(page.getByLabel('Bild-Adresse')).toBeFocused();
  await page.getByLabel('Bild-Adresse').fill('https://localhost/petra.jpg');
  await page.getByRole('button', { name: 'Speichern' }).click();
  await expect(page.getByText(/^Diese Adresse nehmen wir nicht an\./)).toBeVisible();
  await page.getByLabel('Bild-Adresse').fill('https://bilder.example.org/petra.jpg');
  await page.getByLabel('Name', { exact: true }).fill('  Petra Beispiel ');
  await page.getByRole('button', { name: 'Speichern' }).click();
  await expect(toast(page, 'Gespeichert')).toBeVisible();
  await page.getByRole('switch', { name: 'E-Mail, wenn Training oder Portraits fertig sind' }).click({ force: true });
  await expect(
    page.getByRole('switch', { name: 'E-Mail, wenn Training oder Portraits fertig sind' }),
  ).not.toBeChecked();
  await page.reload();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Petra Beispiel');
  await expect(page.getByLabel('Bild-Adresse')).toHaveValue('https://bilder.example.org/petra.jpg');
  await expect(
    page.getByRole('switch', { name: 'E-Mail, wenn Training oder Portraits fertig sind' }),
  ).not.toBeChecked();
  await page.getByLabel('Name', { exact: true }).fill('   ');
  await page.getByRole('button', { name: 'Speichern' }).click();
  await expect(section(page, 'Angaben').getByText(account.email)).toBeVisible();
});

test('the password changes, and this device stays signed in', async ({ page, context, browser }) => {
  await page.goto('/app/settings/sicherheit');
  const form = section(page, 'Passwort');
  const fill = async (current: string, next: string, again: string) => {
    await form.getByLabel('Aktuelles Passwort').fill(current);
    await form.getByLabel('Neues Passwort', { exact: true }).fill(next);
    await form.getByLabel('Neues Passwort bestätigen').fill(again);
    await form.getByRole('button', { name: 'Passwort ändern' }).click();
  };
  await fill(account.password, 'kurz', 'kurz');
  await expect(form.getByText('Das Passwort muss mindestens 6 Zeichen lang sein.')).toBeVisible();
  await fill(account.password, 'Winterberg-77', 'Winterberg-78');
  await expect(form.getByText('Die Passwörter stimmen nicht überein.')).toBeVisible();
  await fill('ganz-falsch', 'Winterberg-77', 'Winterberg-77');
  await expect(form.getByText('Dieses Passwort ist falsch.')).toBeVisible();
  await expect(form.getByLabel('Aktuelles Passwort')).toBeFocused();
  await fill(account.password, 'passwort', 'passwort');
  await expect(form.getByText(/Dieses Passwort ist zu verbreitet\.$/)).toBeVisible();
  await fill(account.password, account.password, account.password);
  await expect(form.getByText('Das ist Ihr aktuelles Passwort. Bitte wählen Sie ein anderes.')).toBeVisible();
  await look(page);
  await fill(account.password, 'Winterberg-77', 'Winterberg-77');
  await expect(toast(page, 'Passwort geändert')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Meldungen' }).getByText('Fehler')).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Sicherheit' })).toBeVisible();
  const other = await browser.newContext();
  expect(await signIn(other, account)).toBe(401);
  expect(await signIn(other, { ...account, password: 'Winterberg-77' })).toBe(200);
  await other.close();
  expect((await context.request.get('/api/v1/me')).status()).toBe(200);
});

test('a session that is ended elsewhere is shown out within seconds', async ({ page, browser, baseURL }) => {
  const elsewhere = await browser.newContext({
    baseURL,
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  });
  expect(await signIn(elsewhere, account)).toBe(200);
  const third = await browser.newContext();
  expect(await signIn(third, account)).toBe(200);
  const second = await elsewhere.newPage();
  await second.goto('/app');
  await expect(second.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/app/settings/sicherheit');
  const list = page.getByRole('list', { name: 'Aktive Sitzungen' });
  await expect(list.getByText('Dieses Gerät')).toBeVisible();
  await list.getByRole('button', { name: 'Safari auf iOS abmelden' }).click();
  await expect(second).toHaveURL(/\/auth/, { timeout: 5_000 });
  await expect(list.getByText('Safari auf iOS')).toBeHidden();
  await elsewhere.close();
  await third.close();
  await page.getByRole('button', { name: 'Alle anderen abmelden' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Alle anderen abmelden' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(1);
});

test('an API key is made after a proof of identity, works, and is revoked', async ({ page, playwright, baseURL }) => {
  await page.goto('/app/settings/api');
  await page.getByRole('button', { name: 'Schlüssel erstellen' }).click();
  const form = page.getByRole('dialog', { name: 'Neuer Schlüssel' });
  await form.getByRole('button', { name: 'Erstellen' }).click();
  await expect(form.getByText('Bitte geben Sie einen Namen ein.')).toBeVisible();
  await expect(form.getByText('Bitte wählen Sie mindestens eine Berechtigung.')).toBeVisible();
  await form.getByLabel('Name', { exact: true }).fill('Intranet');
  await form.getByText('Konto lesen').click();
  await expect(form.getByRole('checkbox', { name: /Konto lesen/ })).toBeChecked();
  await look(page);
  await askForProofOnce(page, '/api-keys');
  await form.getByRole('button', { name: 'Erstellen' }).click();
  const proof = page.getByRole('dialog', { name: 'Bitte bestätigen Sie, dass Sie es sind' });
  await proof.getByLabel('Passwort', { exact: true }).fill('ganz-falsch');
  await page.keyboard.press('Enter');
  await expect(proof.getByText('Dieses Passwort ist falsch.')).toBeVisible();
  await look(page);
  await proof.getByLabel('Passwort', { exact: true }).fill(account.password);
  await page.keyboard.press('Enter');
  const made = page.getByRole('dialog', { name: 'Ihr neuer Schlüssel' });
  const secret = await made.locator('code').innerText();
  expect(secret).toMatch(/^bk_/);
  await page.keyboard.press('Escape');
  await expect(made).toBeVisible();
  const program = await playwright.request.newContext({
    baseURL,
    extraHTTPHeaders: { authorization: `Bearer ${secret}` },
  });
  expect((await program.get('/api/v1/me')).status()).toBe(200);
  expect((await program.get('/api/v1/ai-profiles')).status()).toBe(403);
  await made.getByRole('button', { name: 'Ich habe ihn gespeichert' }).click();
  await page.getByRole('button', { name: 'Intranet widerrufen' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Widerrufen' }).click();
  await expect(page.getByText('Noch kein Schlüssel')).toBeVisible();
  // The button that asked is gone: the keyboard goes on where the list was.
  await expect(page.locator(':focus')).toContainText('Noch kein Schlüssel');
  expect((await program.get('/api/v1/me')).status()).toBe(401);
  await program.dispose();
});

test('a webhook is made, tried, read and sent again; its secret is renewed, and it goes', async ({ page }) => {
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
  const form = page.getByRole('dialog', { name: 'Neuer Endpunkt' });
  await form.getByLabel('Adresse').fill('https://10.0.0.7/bildnis');
  await page.keyboard.press('Enter');
  await expect(form.getByText(/^Diese Adresse ist nicht öffentlich\./)).toBeVisible();
  await expect(form.getByLabel('Adresse')).toBeFocused();
  await look(page);
  await form.getByLabel('Adresse').fill(url);
  await page.keyboard.press('Enter');
  const made = page.getByRole('dialog', { name: 'Das Geheimnis Ihres Endpunkts' });
  const secret = await made.locator('code').innerText();
  expect(secret).toMatch(/^whsec_/);
  await look(page);
  await page.keyboard.press('Enter');
  await expect(made).toBeHidden();
  await page.getByRole('link', { name: `${url} öffnen` }).click();
  await page.getByRole('button', { name: 'Test senden' }).click();
  await expect(page.getByText('Ihr Endpunkt hat die Testnachricht nicht angenommen')).toBeVisible();
  await expect(page.getByText(/Status 500 nach \d+ ms/).first()).toBeVisible();
  await lookTwice(page);
  status = 204;
  await page.getByRole('button', { name: /^Testnachricht von .* erneut senden$/ }).click();
  await expect(page.getByText('Angenommen', { exact: true })).toBeVisible();
  expect(received).toHaveLength(2);
  expect(new Set(received).size).toBe(1);
  await page.getByRole('button', { name: 'Geheimnis erneuern' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Geheimnis erneuern' }).click();
  const renewed = page.getByRole('dialog', { name: 'Das neue Geheimnis' });
  expect(await renewed.locator('code').innerText()).not.toBe(secret);
  await renewed.getByRole('button', { name: 'Ich habe es gespeichert' }).click();
  await expect(page.getByText(/^Das bisherige Geheimnis gilt noch bis/)).toBeVisible();
  await page.getByRole('button', { name: 'Löschen' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click();
  await expect(page.getByText('Noch kein Endpunkt')).toBeVisible();
  receiver.close();
});

test('a passkey is added, renamed, proves who one is, and is removed', async ({ page }) => {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
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
  await passkeys.getByRole('button', { name: 'Passkey hinzufügen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Neuer Passkey' });
  await expect(dialog.getByLabel('Name')).toHaveValue(/auf/);
  await look(page);
  await dialog.getByLabel('Name').fill('Laptop');
  await dialog.getByRole('button', { name: 'Passkey erstellen' }).click();
  await expect(passkeys.getByText('Laptop')).toBeVisible();
  await passkeys.getByRole('button', { name: 'Umbenennen: Laptop' }).click();
  await passkeys.getByLabel('Name').fill('Laptop im Büro');
  await page.keyboard.press('Enter');
  await expect(passkeys.getByRole('button', { name: 'Entfernen: Laptop im Büro' })).toBeVisible();
  await passkeys.getByRole('button', { name: 'Entfernen: Laptop im Büro' }).click();
  await askForProofOnce(page, '/me/passkeys/*');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Entfernen' }).click();
  const proof = page.getByRole('dialog', { name: 'Bitte bestätigen Sie, dass Sie es sind' });
  const other = proof.getByRole('button', { name: 'Mit Passkey' });
  const use = proof.getByRole('button', { name: 'Passkey verwenden' });
  await expect(other.or(use)).toBeVisible();
  if (await other.isVisible()) await other.click();
  await use.click();
  await expect(passkeys.getByText('Noch kein Passkey')).toBeVisible();
});

test('an authenticator app is set up with its codes, and switched off', async ({ page }) => {
  await page.goto('/app/settings/sicherheit');
  const part = section(page, 'Authenticator-App');
  await part.getByRole('button', { name: 'Einrichten' }).click();
  const setup = page.getByRole('dialog', { name: 'Authenticator-App einrichten' });
  await expect(setup.getByRole('img', { name: 'QR-Code für Ihre Authenticator-App' })).toBeVisible();
  await look(page);
  const secret = (await setup.locator('code').innerText()).replaceAll(' ', '');
  await setup.getByLabel('Code aus der App').fill('12');
  await page.keyboard.press('Enter');
  await expect(setup.getByText('Bitte geben Sie die sechs Ziffern ein.')).toBeVisible();
  await setup.getByLabel('Code aus der App').fill(authenticatorCode(secret));
  await page.keyboard.press('Enter');
  const codes = page.getByRole('dialog', { name: 'Ihre Wiederherstellungscodes' });
  await expect(codes.getByRole('listitem').first()).toBeVisible();
  await look(page);
  const shown = await codes.getByRole('listitem').allInnerTexts();
  const saving = page.waitForEvent('download');
  await codes.getByRole('button', { name: 'Als Text speichern' }).click();
  const saved = readFileSync(await (await saving).path(), 'utf8');
  for (const code of shown) expect(saved).toContain(code);
  await codes.getByRole('button', { name: 'Ich habe sie gespeichert' }).click();
  await expect(toast(page, 'Authenticator-App ist aktiv')).toBeVisible();
  await expect(part.getByText(`Noch ${shown.length} Wiederherstellungscodes`)).toBeVisible();
  await part.getByRole('button', { name: 'Codes erneuern' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Codes erneuern' }).click();
  await expect(codes.getByText(shown[0] ?? '-')).toBeHidden();
  await codes.getByRole('button', { name: 'Ich habe sie gespeichert' }).click();
  await part.getByRole('button', { name: 'Ausschalten' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ausschalten' }).click();
  await expect(part.getByText('Nicht eingerichtet')).toBeVisible();
});

test('a Google account is linked and taken off again', async ({ page }) => {
  await page.goto('/app/settings/sicherheit');
  const google = section(page, 'Google');
  const address = `petra.${account.email.slice(6, 20)}@gmail.com`;
  await google.getByRole('button', { name: 'Verknüpfen' }).click();
  await expect(page.getByRole('heading', { name: 'Konto wählen' })).toBeVisible();
  await page.getByLabel('E-Mail').fill(address);
  await page.getByLabel('Name').fill('Petra Muster');
  await page.getByRole('button', { name: 'Mit diesem Konto weiter' }).click();
  await expect(page).toHaveURL(/\/app\/settings\/sicherheit$/);
  await expect(google.getByText(address)).toBeVisible();
  await google.getByRole('button', { name: 'Trennen' }).click();
  await askForProofOnce(page, '/me/google');
  await page.getByRole('alertdialog', { name: 'Google trennen?' }).getByRole('button', { name: 'Trennen' }).click();
  const proof = page.getByRole('dialog', { name: 'Bitte bestätigen Sie, dass Sie es sind' });
  await expect(proof.getByRole('button', { name: 'Mit Google' })).toBeVisible();
  await proof.getByLabel('Passwort', { exact: true }).fill(account.password);
  await page.keyboard.press('Enter');
  await expect(google.getByText('Nicht verknüpft')).toBeVisible();
});

test('a consent is withdrawn and given again', async ({ page, context, baseURL }) => {
  const given = await context.request.post('/api/v1/consents', {
    headers: { origin: baseURL ?? '' },
    data: { kind: 'facial_images', version: '2026-11' },
  });
  expect(given.status()).toBe(201);
  await page.goto('/app/settings/daten');
  const list = page.getByRole('list', { name: 'Einwilligungen' });
  await list.getByRole('button', { name: /^Widerrufen/ }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Einwilligung widerrufen?' });
  await expect(dialog.getByRole('radio', { name: 'Nur widerrufen' })).toBeChecked();
  await expect(dialog.getByText('Es bleiben: fertige Portraits')).toBeVisible();
  await look(page);
  await dialog.getByRole('button', { name: 'Widerrufen' }).click();
  await expect(list.getByText('Nicht mehr gültig')).toBeVisible();
  await list.getByRole('button', { name: /^Erneut einwilligen/ }).click();
  await expect(list.getByText('Gültig', { exact: true })).toBeVisible();
});

test('all own data comes as a file', async ({ page }) => {
  test.setTimeout(90_000);
  await page.goto('/app/settings/daten');
  // What loads above the button would move it away under the click.
  await expect(page.getByRole('list', { name: 'Vertragsbedingungen' })).toBeVisible();
  await page.getByRole('button', { name: 'Daten exportieren' }).click();
  const list = page.getByRole('list', { name: 'Ihre Exporte' });
  await expect(list.getByText('Bereit')).toBeVisible({ timeout: 60_000 });
  await expect(list.getByText(/gültig bis/)).toBeVisible();
  await look(page);
  const saving = page.waitForEvent('download');
  await list.getByRole('button', { name: 'Herunterladen' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/\.zip$/);
  expect(
    readFileSync(await file.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');
});

test('the account goes in two steps, and nothing of it is left here', async ({ page, context }) => {
  await page.goto('/app/settings/daten');
  await page.getByRole('button', { name: 'Konto löschen' }).click();
  await expect(page.getByRole('heading', { name: 'Das wird gelöscht' })).toBeFocused();
  await expect(page.getByText('10 Jahre, weil das Gesetz es verlangt')).toBeVisible();
  await look(page);
  await page.getByRole('button', { name: 'Weiter' }).click();
  await expect(page.getByRole('heading', { name: 'Endgültig löschen' })).toBeFocused();
  await page.getByLabel('Ihre E-Mail-Adresse').fill('falsch@example.org');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Das ist nicht die E-Mail-Adresse dieses Kontos.')).toBeVisible();
  await look(page);
  await askForProofOnce(page, '/me/deletion');
  await page.getByLabel('Ihre E-Mail-Adresse').fill(account.email.toUpperCase());
  await page.keyboard.press('Enter');
  const proof = page.getByRole('dialog', { name: 'Bitte bestätigen Sie, dass Sie es sind' });
  await proof.getByLabel('Passwort', { exact: true }).fill(account.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Ihr Konto ist gelöscht')).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  expect((await context.request.get('/api/v1/me')).status()).toBe(401);
  expect(await signIn(context, account)).toBe(401);
});

test('the page «Sicherheit» works with the keyboard alone', async ({ page }) => {
  await page.goto('/app/settings/sicherheit');
  await expect(page.getByRole('heading', { level: 1, name: 'Sicherheit' })).toBeVisible();
  const press = async (key: string, times = 1) => {
    for (let left = times; left > 0; left--) await page.keyboard.press(key);
  };
  const tabTo = async (name: string) => {
    for (let tries = 0; tries < 60; tries++) {
      if (
        await page.evaluate(
          (wanted) =>
            (document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '').trim() ===
            wanted,
          name,
        )
      )
        return;
      await press('Tab');
    }
    throw new Error(`The keyboard never reaches «${name}».`);
  };
  // The sections below the heading load after it, and the keyboard must find them there.
  await expect(page.getByRole('button', { name: 'Passkey hinzufügen' })).toBeVisible();
  await atBothWidths(page, async () => {
    await page.locator('#content').focus();
    await tabTo('Passkey hinzufügen');
    await press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Neuer Passkey' });
    await expect(dialog.getByLabel('Name')).toBeFocused();
    // The focus stays inside, however far one goes.
    await press('Tab', 7);
    expect(await page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)).toBe(true);
    await press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Passkey hinzufügen' })).toBeFocused();
    await askForProofOnce(page, '/me/authenticator/setup');
    await tabTo('Einrichten');
    await press('Enter');
    const proof = page.getByRole('dialog', { name: 'Bitte bestätigen Sie, dass Sie es sind' });
    await expect(proof.getByLabel('Passwort', { exact: true })).toBeFocused();
    await press('Escape');
    await expect(proof).toBeHidden();
    await expect(page.getByRole('button', { name: 'Einrichten' })).toBeFocused();
  });
});
