import { randomUUID } from 'node:crypto';
import { expect, test, type Page } from '@playwright/test';
import { password, signInButton, toast } from './account-forms.js';
import { authenticatorCode, openAccount } from './accounts.js';
import { look } from './look.js';

/** Calls the API as the owner who is signed in on the page. */
const post = (page: Page, path: string, body?: object) =>
  page.evaluate(
    async ([url, data]) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(url, { method: 'POST', headers, body: data && JSON.stringify(data) });
      return { status: answer.status, body: await answer.json() };
    },
    [`/api/v1${path}`, body] as const,
  );

test('after the password the code of the app is asked for; with a passkey nothing else is', async ({
  page,
  context,
}) => {
  const account = await openAccount(context.request);
  const signIn = async () => {
    await page.goto('/auth?redirect=%2Fapp%2Fprofiles');
    await page.getByLabel('E-Mail').fill(account.email);
    await password(page).fill(account.password);
    await signInButton(page).click();
  };
  await signIn();
  await expect(page).toHaveURL(/\/app\/profiles$/);
  const { setupId, secret } = (await post(page, '/me/authenticator/setup')).body;
  const switchedOn = await post(page, '/me/authenticator', { setupId, code: authenticatorCode(secret) });
  expect(switchedOn.status).toBe(201);
  await context.clearCookies();

  await signIn();
  await expect(page.getByLabel('Code der Authenticator-App')).toBeFocused();
  await look(page);
  // The code of the next half minute: the present one was used up when the app was set up.
  await page.keyboard.type(authenticatorCode(secret, Date.now() + 30_000));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/app\/profiles$/);

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
  const { challengeId, options } = (await post(page, '/me/passkeys/options')).body;
  const response = await page.evaluate(
    async (publicKey) =>
      (
        (await navigator.credentials.create({
          publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(publicKey),
        })) as PublicKeyCredential
      ).toJSON(),
    options,
  );
  expect((await post(page, '/me/passkeys', { challengeId, name: 'Laptop', response })).status).toBe(201);
  await context.clearCookies();

  // A device whose owner does not show that it is them, until they do.
  await devices.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await page.goto('/auth?redirect=%2Fapp%2Fprofiles');
  await page.getByRole('button', { name: 'Mit Passkey anmelden' }).click();
  await expect(toast(page, 'Sie haben die Anmeldung mit dem Passkey abgebrochen.')).toBeVisible();
  await expect(page.getByRole('alert')).toBeHidden();
  await devices.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  await page.getByRole('button', { name: 'Mit Passkey anmelden' }).click();
  await expect(page).toHaveURL(/\/app\/profiles$/);
});

test('with Google a new account needs the terms, then nothing; calling it off leads back; the code stays nowhere', async ({
  page,
  context,
}) => {
  const email = `petra-${randomUUID()}@gmail.com`;
  const goToGoogle = async () => {
    await page.getByRole('button', { name: 'Mit Google anmelden' }).click();
    await expect(page.getByRole('heading', { name: 'Konto wählen' })).toBeVisible();
  };
  const chooseAccount = async () => {
    await goToGoogle();
    await page.getByLabel('E-Mail').fill(email);
    await page.getByLabel('Name').fill('Petra Muster');
    await page.getByRole('button', { name: 'Mit diesem Konto weiter' }).click();
  };
  /** The addresses the page had while it spoke with the server. */
  const addresses: string[] = [];
  page.on(
    'request',
    (request) => request.url().includes('/api/') && addresses.push(request.headers()['referer'] ?? ''),
  );
  await page.goto('/auth?redirect=%2Fbestellen%3Fplan%3Dstarter');
  await goToGoogle();
  await page.getByRole('button', { name: 'Abbrechen' }).click();
  await expect(toast(page, 'Sie haben die Anmeldung mit Google abgebrochen.')).toBeVisible();
  await expect(page).toHaveURL(/\/auth\?redirect=%2Fbestellen%3Fplan%3Dstarter$/);

  await chooseAccount();
  await expect(page.getByRole('heading', { level: 1, name: 'Fast geschafft' })).toBeVisible();
  await expect(page).toHaveURL(/\/auth$/);
  await expect(page.getByText(email)).toBeVisible();
  await look(page);
  await page.getByRole('checkbox').check({ force: true });
  await page.getByRole('button', { name: 'Konto erstellen' }).click();
  await expect(page).toHaveURL(/\/bestellen\?plan=starter$/);
  expect(addresses.length).toBeGreaterThan(2);
  expect(addresses.filter((address) => address.includes('code='))).toEqual([]);
  await context.clearCookies({ domain: 'localhost' });

  await page.goto('/auth');
  await chooseAccount();
  await expect(page).toHaveURL(/\/app$/);
});
