import { createECDH, randomBytes } from 'node:crypto';
import { expect, test, type BrowserContext, type CDPSession, type Page } from '@playwright/test';
import { wholeBrowser } from '../../playwright.config.js';
import { enter } from '../accounts.js';
import { lookTwice } from '../look.js';

test.use({ serviceWorkers: 'allow', launchOptions: wholeBrowser });

const theSwitch = (page: Page) => page.getByRole('switch', { name: 'Auf diesem Gerät benachrichtigen' });

/**
 * Only a push service can subscribe a browser, and there is none in a test: the browser is given what one would have answered, and keeps it
 * as it would have kept that.
 */
async function withPushService(context: BrowserContext): Promise<void> {
  const p256dh = createECDH('prime256v1').generateKeys('base64url');
  const answer = {
    endpoint: `https://fcm.googleapis.com/fcm/send/${randomBytes(24).toString('base64url')}`,
    keys: { p256dh, auth: randomBytes(16).toString('base64url') },
  };
  await context.addInitScript((given) => {
    const NAME = 'test.push-key';
    const bytesOf = (key: string) =>
      Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0)).buffer;
    const subscription = (key: string) => ({
      endpoint: given.endpoint,
      options: { applicationServerKey: bytesOf(key) },
      toJSON: () => given,
      unsubscribe: () => Promise.resolve(localStorage.removeItem(NAME)).then(() => true),
    });
    PushManager.prototype.subscribe = (options) => {
      const key = options?.applicationServerKey as string;
      localStorage.setItem(NAME, key);
      return Promise.resolve(subscription(key) as unknown as PushSubscription);
    };
    PushManager.prototype.getSubscription = () => {
      const key = localStorage.getItem(NAME);
      return Promise.resolve(key === null ? null : (subscription(key) as unknown as PushSubscription));
    };
  }, answer);
}

/** The worker as the browser's developer tools know it, once it runs. */
async function workerOf(context: BrowserContext, page: Page): Promise<{ tools: CDPSession; registrationId: string }> {
  const tools = await context.newCDPSession(page);
  const found = new Promise<string>((resolve) => {
    tools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      const running = versions.find(({ status, scriptURL }) => status === 'activated' && scriptURL.endsWith('/sw.js'));
      if (running) resolve(running.registrationId);
    });
  });
  await tools.send('ServiceWorker.enable');
  return { tools, registrationId: await found };
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body, lang, tag, data }) => ({
      title,
      body,
      lang,
      tag,
      data: data as unknown,
    }));
  });

test('the settings switch this device on; what the push service brings is shown, whatever it is; every start says that the device is still there, until it is switched off', async ({
  context,
  page,
}) => {
  await withPushService(context);
  await enter(context);
  await context.grantPermissions(['notifications']);
  await page.goto('/app/settings');
  await expect(theSwitch(page)).not.toBeChecked();
  const saved = () =>
    page.waitForResponse(
      (response) => response.request().method() === 'PUT' && response.url().endsWith('/api/v1/push/subscriptions'),
    );
  let answer = saved();
  await theSwitch(page).click({ force: true });
  expect((await answer).status()).toBe(200);
  await expect(
    page.getByRole('region', { name: 'Meldungen' }).getByText('Mitteilungen eingeschaltet').first(),
  ).toBeVisible();
  await expect(theSwitch(page)).toBeChecked();
  await lookTwice(page);

  const { tools, registrationId } = await workerOf(context, page);
  const { origin } = new URL(page.url());
  const deliver = (data: string) => tools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  const said = { title: 'Bildnis', body: '8 Portraits sind da.', lang: 'de-CH', tag: 'run' };
  await deliver(
    JSON.stringify({ web_push: 8030, notification: { ...said, dir: 'ltr', navigate: `${origin}/app/generations/1` } }),
  );
  await expect.poll(() => shown(page)).toEqual([{ ...said, data: { path: '/app/generations/1' } }]);
  // News of the same subject takes its place.
  await deliver(
    JSON.stringify({ web_push: 8030, notification: { ...said, body: 'Neuer.', navigate: 'https://example.org/' } }),
  );
  await expect.poll(() => shown(page)).toEqual([{ ...said, body: 'Neuer.', data: { path: '/app' } }]);
  await deliver('nothing that can be read');
  await expect
    .poll(async () => (await shown(page)).map(({ body }) => body).toSorted())
    .toEqual(['Neuer.', 'Öffnen Sie Bildnis, um die Neuigkeit zu lesen.']);

  answer = saved();
  await page.reload();
  expect((await answer).status()).toBe(200);
  await expect(theSwitch(page)).toBeChecked();
  const removed = page.waitForResponse(
    (response) => response.request().method() === 'DELETE' && response.url().includes('/api/v1/push/subscriptions/'),
  );
  await theSwitch(page).press('Space');
  expect((await removed).status()).toBe(204);
  await expect(theSwitch(page)).not.toBeChecked();
});
