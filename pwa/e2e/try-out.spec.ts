import { expect, test, type Page } from '@playwright/test';
import { fillRegistration, newEmail } from './account-forms.js';
import { linkFromMail } from './account-mails.js';
import { look, lookTwice } from './look.js';
import { photoFiles } from './photos.js';

const section = (page: Page) => page.getByRole('region', { name: 'Mit Ihrem Foto ausprobieren' });
const choose = (page: Page, file: string) => section(page).locator('input[type=file]').first().setInputFiles(file);
const own = (page: Page) => page.locator('main canvas');

test('a visitor sees themselves in every style, on the device alone: nothing is sent, it works without a network, and a reset forgets it', async ({
  page,
  context,
}, info) => {
  // By their names: of the first and the third the outline is clear.
  const [photo, , another] = (await photoFiles(info.outputDir)).toSorted();
  const asked: string[] = [];
  await page.goto('/styles', { waitUntil: 'networkidle' });
  page.on('request', (request) => {
    expect([request.method(), request.postData()], request.url()).toEqual(['GET', null]);
    asked.push(new URL(request.url()).pathname);
  });
  await page.getByRole('button', { name: 'Mit Ihrem Foto ausprobieren' }).click();
  await expect(section(page).getByText(/Nichts davon wird gesendet/)).toBeVisible();
  await lookTwice(page);
  // Nothing is fetched before there is a photo: no model, and no worker.
  expect(asked.filter((path) => /\.(?:bin|wasm|tflite)$|device-studio/.test(path))).toEqual([]);
  expect(page.workers()).toEqual([]);

  await choose(page, photo!);
  await expect(section(page).getByText('Foto wird geprüft').first()).toBeVisible({ timeout: 60_000 });
  const fetched = asked.length;
  await expect(section(page).getByText('Ihr Foto hat dieses Gerät nicht verlassen').first()).toBeVisible({
    timeout: 120_000,
  });
  await expect(own(page).nth(2)).toBeAttached({ timeout: 120_000 });
  // What the page shows anyway may still be asked for: pictures of styles, released examples. Nothing else once all is loaded.
  const pages = ['/previews/', '/api/v1/examples'];
  expect(asked.slice(fetched).filter((path) => !pages.some((each) => path.startsWith(each)))).toEqual([]);
  await lookTwice(page);

  await context.setOffline(true);
  await choose(page, another!);
  await expect(section(page).getByText('Foto wird geprüft').first()).toBeVisible();
  await expect(section(page).getByText('Ihr Foto hat dieses Gerät nicht verlassen').first()).toBeVisible({
    timeout: 120_000,
  });
  await context.setOffline(false);

  // Neither the photo nor a model is kept anywhere.
  expect((await page.evaluate(() => indexedDB.databases())).map(({ name }) => name)).not.toContain('tensorflowjs');
  await section(page).getByRole('button', { name: 'Zurücksetzen' }).click();
  await expect(own(page)).toHaveCount(0);
  await expect.poll(() => page.workers().length).toBe(0);
  await choose(page, 'public/og/home.jpg');
  await expect(section(page).getByText(/kein Gesicht/)).toBeVisible({ timeout: 120_000 });
  await lookTwice(page);
});

test('only the worker may compute with WebAssembly; its page may not', async ({ page, request }, info) => {
  const [photo] = await photoFiles(info.outputDir);
  await page.goto('/styles');
  await page.getByRole('button', { name: 'Mit Ihrem Foto ausprobieren' }).click();
  const script = page.waitForRequest(/device-studio-[\w-]+\.js$/);
  await choose(page, photo!);
  const policy = (await request.get((await script).url())).headers()['content-security-policy'];
  expect(policy).toBe("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'");
  expect((await request.get('/styles')).headers()['content-security-policy']).not.toContain('wasm-unsafe-eval');
});

test(
  'a visitor takes the photo along, registers, and finds it in the wizard, where it is uploaded only when they say so',
  { tag: '@drill' },
  async ({ page, context }, info) => {
    const [photo] = (await photoFiles(info.outputDir)).toSorted();
    const email = newEmail();
    await page.goto('/styles/corporate');
    await page.getByRole('button', { name: 'Mit Ihrem Foto ausprobieren' }).click();
    await choose(page, photo!);
    await section(page).getByRole('link', { name: 'Foto mitnehmen' }).click({ timeout: 120_000 });
    await expect(page.getByRole('heading', { level: 1, name: 'Konto erstellen' })).toBeVisible();
    await fillRegistration(page, email);
    await expect(page).toHaveURL(/\/verify-email/);
    await page.goto(await linkFromMail(context.request, email, '/confirm-email'));
    await expect(page).toHaveURL(/\/app\/profile-wizard$/);
    const notice = page.getByText('Ihr Foto vom Ausprobieren');
    await expect(page.getByRole('button', { name: 'Einwilligen und weiter' })).toBeVisible();
    await expect(notice).toHaveCount(0);
    for (const box of await page.getByRole('checkbox').all()) await box.check({ force: true });
    await page.getByRole('button', { name: 'Einwilligen und weiter' }).click();
    await expect(notice).toBeVisible();
    await look(page);
    await page.getByRole('button', { name: 'Übernehmen' }).click();
    await expect(page.getByText(/^1 von 8 Fotos/).first()).toBeVisible({ timeout: 60_000 });
    await expect(notice).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('list', { name: 'Ihre Fotos' })).toBeVisible();
    await expect(notice).toHaveCount(0);
  },
);
