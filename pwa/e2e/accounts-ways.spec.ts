import { randomUUID } from 'node:crypto';
import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { password, signInButton, toast } from './account-forms.js';
import { codeFromMail } from './account-mails.js';
import { authenticatorCode, enter, openAccount, type Account } from './accounts.js';
import { look } from './look.js';

const googleButton = (page: Page) => page.getByRole('button', { name: 'Mit Google anmelden' });

async function giveCredentials(page: Page, { email, password: secret }: Account): Promise<void> {
  await page.getByLabel('E-Mail').fill(email);
  await password(page).fill(secret);
  await signInButton(page).click();
}

test.describe('with a second factor', () => {
  /** Switches an authenticator on, without the settings' page. */
  async function withAuthenticator({ request }: BrowserContext, account: Account) {
    const headers = { origin: new URL(process.env.BILDNIS_URL ?? 'http://localhost:3000').origin };
    await request.post('/api/v1/auth/login', { headers, data: { ...account, session: 'cookie' } });
    const setup = (await (await request.post('/api/v1/me/authenticator/setup', { headers })).json()) as {
      setupId: string;
      secret: string;
    };
    const made = await request.post('/api/v1/me/authenticator', {
      headers,
      data: { setupId: setup.setupId, code: authenticatorCode(setup.secret) },
    });
    expect(made.status()).toBe(201);
    await request.post('/api/v1/auth/logout', { headers });
    return { secret: setup.secret, codes: ((await made.json()) as { codes: string[] }).codes };
  }

  test('the code of the app opens the account, a wrong one does not', async ({ page, context }) => {
    const account = await openAccount(context.request);
    const { secret } = await withAuthenticator(context, account);
    await page.goto('/auth?redirect=%2Fapp%2Fprofiles');
    await giveCredentials(page, account);
    const field = page.getByLabel('Code der Authenticator-App');
    await expect(field).toBeFocused();
    await look(page);
    await page.keyboard.type('000000');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Dieser Code ist falsch oder abgelaufen.').first()).toBeVisible();
    await expect(field).toBeFocused();
    // The code of the next half minute: the present one was used up when the app was set up.
    await field.fill(authenticatorCode(secret, Date.now() + 30_000));
    await signInButton(page).click();
    await expect(page).toHaveURL(/\/app\/profiles$/);
  });

  test('a recovery code opens it as well, and there is a way back', async ({ page, context }) => {
    const account = await openAccount(context.request);
    const { codes } = await withAuthenticator(context, account);
    await page.goto('/auth');
    await giveCredentials(page, account);
    await page.getByRole('button', { name: 'Zurück' }).click();
    await expect(page.getByLabel('E-Mail')).toHaveValue(account.email);
    await signInButton(page).click();
    await page.getByRole('button', { name: 'Wiederherstellungscode verwenden' }).click();
    const field = page.getByLabel('Wiederherstellungscode');
    await expect(field).toBeFocused();
    await field.fill(codes[0] ?? '');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/app$/);
  });
});

test.describe('with a passkey', () => {
  /** A passkey made on a page of the account's owner, in an authenticator of the browser's own. */
  async function addPasskey(page: Page): Promise<void> {
    const status = await page.evaluate(async () => {
      const post = (path: string, body?: unknown) =>
        fetch(`/api/v1${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: body === undefined ? undefined : JSON.stringify(body),
        });
      const { challengeId, options } = await (await post('/me/passkeys/options')).json();
      const credential = (await navigator.credentials.create({
        publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
      })) as PublicKeyCredential;
      return (await post('/me/passkeys', { challengeId, name: 'Laptop', response: credential.toJSON() })).status;
    });
    expect(status).toBe(201);
  }

  test('nothing else is asked for, and a forgotten one opens nothing', async ({ page, context }) => {
    const devices = await context.newCDPSession(page);
    await devices.send('WebAuthn.enable');
    const { authenticatorId } = await devices.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await enter(context);
    await page.goto('/app');
    await addPasskey(page);
    await context.clearCookies();

    await page.goto('/auth?redirect=%2Fapp%2Fprofiles');
    await page.getByRole('button', { name: 'Mit Passkey anmelden' }).click();
    await expect(page).toHaveURL(/\/app\/profiles$/);

    // The server forgets the key, the device does not.
    const gone = await page.evaluate(async () => {
      const [passkey] = await (
        await fetch('/api/v1/me/security')
      )
        .json()
        .then(({ passkeys }: { passkeys: { id: string }[] }) => passkeys);
      return (await fetch(`/api/v1/me/passkeys/${passkey?.id}`, { method: 'DELETE' })).status;
    });
    expect(gone).toBe(204);
    await context.clearCookies();
    await page.goto('/auth');
    await page.getByRole('button', { name: 'Mit Passkey anmelden' }).click();
    await expect(page.getByRole('alert')).toHaveText('Dieser Passkey wurde nicht erkannt.');

    // A device whose owner does not show that it is them.
    await devices.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await page.goto('/auth');
    await page.getByRole('button', { name: 'Mit Passkey anmelden' }).click();
    await expect(toast(page, 'Sie haben die Anmeldung mit dem Passkey abgebrochen.')).toBeVisible();
    await expect(page.getByRole('alert')).toBeHidden();
  });
});

test.describe('with Google', () => {
  async function chooseAccount(page: Page, email: string): Promise<void> {
    await expect(page.getByRole('heading', { name: 'Konto wählen' })).toBeVisible();
    await page.getByLabel('E-Mail').fill(email);
    await page.getByLabel('Name').fill('Petra Muster');
    await page.getByRole('button', { name: 'Mit diesem Konto weiter' }).click();
  }

  /** The addresses the page had while it spoke with the server. */
  function watchAddresses(page: Page): string[] {
    const addresses: string[] = [];
    page.on(
      'request',
      (request) => request.url().includes('/api/') && addresses.push(request.headers()['referer'] ?? ''),
    );
    return addresses;
  }

  test('a new account needs the terms, then nothing; the code stays nowhere', async ({ page, context }) => {
    const email = `petra-${randomUUID()}@gmail.com`;
    const addresses = watchAddresses(page);
    await page.goto('/auth?redirect=%2Fbestellen%3Fplan%3Dstarter');
    await googleButton(page).click();
    await chooseAccount(page, email);
    await expect(page.getByRole('heading', { level: 1, name: 'Fast geschafft' })).toBeVisible();
    await expect(page).toHaveURL(/\/auth$/);
    await expect(page.getByText(email)).toBeVisible();
    await look(page);
    await page.getByRole('button', { name: 'Konto erstellen' }).click();
    await expect(page.getByText('Bitte akzeptieren Sie die AGBs und Datenschutzerklärung.').first()).toBeVisible();
    await page.getByRole('checkbox').check({ force: true });
    await page.getByRole('button', { name: 'Konto erstellen' }).click();
    await expect(page).toHaveURL(/\/bestellen\?plan=starter$/);
    expect(addresses.length).toBeGreaterThan(2);
    expect(addresses.filter((address) => address.includes('code='))).toEqual([]);
    await context.clearCookies({ domain: 'localhost' });

    await page.goto('/auth');
    await googleButton(page).click();
    await chooseAccount(page, email);
    await expect(page).toHaveURL(/\/app$/);
  });

  test('the box ticked before is the box ticked', async ({ page }) => {
    await page.goto('/auth?mode=register');
    await page.getByRole('checkbox').check({ force: true });
    await googleButton(page).click();
    await chooseAccount(page, `petra-${randomUUID()}@gmail.com`);
    await expect(page).toHaveURL(/\/app$/);
  });

  test('an account that has the address is opened with its password once', async ({ page, context }) => {
    const account = await openAccount(context.request);
    await page.goto('/auth');
    await googleButton(page).click();
    await chooseAccount(page, account.email);
    await expect(page.getByText('Mit dieser Adresse besteht bereits ein Konto.')).toBeVisible();
    await look(page);
    await password(page).fill('falsch-77');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Dieses Passwort ist falsch.').first()).toBeVisible();
    await expect(password(page)).toBeFocused();
    await password(page).fill(account.password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/app$/);
  });

  test('an address that somebody has claimed without proof is shown to be theirs with a code', async ({
    page,
    context,
  }) => {
    const email = `petra-${randomUUID()}@example.org`;
    const headers = { origin: new URL(process.env.BILDNIS_URL ?? 'http://localhost:3000').origin };
    await context.request.post('/api/v1/auth/register', {
      headers,
      data: { email, password: 'Sommerwiese-42', displayName: 'Jemand', acceptTerms: true },
    });
    await page.goto('/auth');
    await googleButton(page).click();
    await chooseAccount(page, email);
    await expect(page.getByRole('heading', { level: 1, name: 'Fast geschafft' })).toBeVisible();
    const code = await codeFromMail(context.request, email);
    const field = page.getByLabel('Code aus der E-Mail');
    await field.fill(code === '000000' ? '000001' : '000000');
    await page.getByRole('checkbox').check({ force: true });
    await page.getByRole('button', { name: 'Konto erstellen' }).click();
    await expect(page.getByText('Dieser Code ist falsch oder abgelaufen.').first()).toBeVisible();
    await expect(field).toBeFocused();
    await field.fill(code);
    await page.getByRole('button', { name: 'Konto erstellen' }).click();
    await expect(page).toHaveURL(/\/app$/);
  });

  test('calling it off leads back, quietly', async ({ page }) => {
    await page.goto('/auth?redirect=%2Fapp%2Fprofiles');
    await googleButton(page).click();
    await page.getByRole('button', { name: 'Abbrechen' }).click();
    await expect(toast(page, 'Sie haben die Anmeldung mit Google abgebrochen.')).toBeVisible();
    await expect(page).toHaveURL(/\/auth\?redirect=%2Fapp%2Fprofiles$/);
    await expect(page.getByRole('alert')).toBeHidden();
    await expect(password(page)).toBeVisible();
  });

  test('an answer that is none of ours is refused, and one may begin anew', async ({ page }) => {
    await page.goto('/pricing');
    await page.goto(`/auth?code=4%2F0Abc&state=${randomUUID()}`);
    await expect(page.getByRole('alert')).toHaveText(
      'Die Anmeldung mit Google hat nicht geklappt. Bitte beginnen Sie noch einmal.',
    );
    await expect(page).toHaveURL(/\/auth$/);
    await look(page);
    await page.getByRole('button', { name: 'Noch einmal' }).click();
    await expect(page.getByRole('heading', { name: 'Konto wählen' })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(/\/auth$/);
    await page.goBack();
    await expect(page).toHaveURL(/\/pricing$/);
  });
});
