import { expect, test, type Page } from '@playwright/test';
import { openAccount } from '../accounts.js';
import { installed } from '../installed.js';
import { BUSY } from '../journey.js';
import { lookTwice } from '../look.js';
import { overlaysGone } from '../overlays.js';
import { photoFiles } from '../photos.js';
import { consented, countUploads, drafts, otherBytes, photos, verdicts } from '../wizard.js';

test.use({ serviceWorkers: 'allow' });

interface ShareTarget {
  action: string;
  method: string;
  enctype: string;
  params: { files: [{ name: string }] };
}

/** Posts photos as the device does with what is shared: a form that opens a page. */
async function share(page: Page, files: ReturnType<typeof otherBytes>[]): Promise<void> {
  const manifest = (await (await page.request.get('/manifest.webmanifest')).json()) as { share_target: ShareTarget };
  await page.evaluate(({ action, method, enctype, params }) => {
    const form = Object.assign(document.createElement('form'), { id: 'share', action, method, enctype });
    const [{ name }] = params.files;
    form.append(Object.assign(document.createElement('input'), { type: 'file', name, multiple: true }));
    document.body.append(form);
  }, manifest.share_target);
  await page.locator('#share input').setInputFiles(files);
  await Promise.all([
    page.waitForURL(/shared(=|%3D)true/),
    page.locator('#share').evaluate((form: HTMLFormElement) => form.submit()),
  ]);
}

/** Who answered each form that was posted: the service worker, or the server. */
function watchForms(page: Page): string[] {
  const answered: string[] = [];
  page.on('response', (response) => {
    if (response.request().isNavigationRequest() && response.request().method() === 'POST')
      answered.push(response.fromServiceWorker() ? 'service worker' : 'server');
  });
  return answered;
}

const add = (page: Page) => page.getByRole('button', { name: 'Hinzufügen', exact: true }).click();
const lost = (page: Page) => page.getByText('Die geteilten Fotos sind nicht mehr da');

test('shared photos come into the draft when their customer says so, also without a network; a reload leaves nothing of them', async ({
  page,
  context,
}, info) => {
  await consented(context);
  await page.goto('/app');
  await installed(page);
  const answered = watchForms(page);
  const sent = countUploads(context);
  const [good = ''] = await photoFiles(info.outputDir);
  const files = [otherBytes(good, 'eins.jpg'), otherBytes(good, 'zwei.jpg')];

  await context.setOffline(true);
  await share(page, files);
  await context.setOffline(false);
  await expect(page.getByText('2 geteilte Fotos')).toBeVisible(BUSY);
  await lookTwice(page);
  await page.reload();
  await expect(lost(page)).toBeVisible();
  await expect(page.getByText('2 geteilte Fotos')).toBeHidden();
  await lookTwice(page);
  await page.getByRole('button', { name: 'Schliessen' }).click();
  await expect(page).toHaveURL(/\/app\/profile-wizard$/);
  expect([sent(), await drafts(context)]).toEqual([0, []]);

  await share(page, files.slice(0, 1));
  await add(page);
  await expect(verdicts(page, /^(Gut|Reserve)/)).toHaveCount(1, BUSY);
  await expect(page).toHaveURL(/\/app\/profile-wizard$/);
  expect([sent(), (await drafts(context)).map(({ photos }) => photos.length)]).toEqual([1, [1]]);

  // The next ones come to the draft that is there.
  await share(page, files.slice(1));
  await add(page);
  await expect(photos(page).getByRole('img')).toHaveCount(2);
  expect(answered).toEqual(['service worker', 'service worker', 'service worker']);
});

test('a visitor’s shared photos wait for sign-in and consent, and are forgotten with a sign-out', async ({
  page,
  context,
}, info) => {
  await consented(context);
  await page.goto('/app');
  await installed(page);
  await context.clearCookies();
  const { email, password } = await openAccount(context.request);
  const answered = watchForms(page);
  const sent = countUploads(context);
  const [good = ''] = await photoFiles(info.outputDir);

  await share(page, [otherBytes(good, 'eins.jpg')]);
  await page.getByLabel('E-Mail').fill(email);
  await page.getByLabel('Passwort', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(page.getByText('Nach Ihrer Einwilligung können Sie es hinzufügen.')).toBeVisible();
  await lookTwice(page);
  for (const box of await page.getByRole('checkbox').all()) await box.press('Space');
  await page.getByRole('button', { name: 'Einwilligen und weiter' }).click();
  await add(page);
  await expect(verdicts(page, /^(Gut|Reserve)/)).toHaveCount(1, BUSY);
  expect([sent(), answered]).toEqual([1, ['service worker']]);

  await share(page, [otherBytes(good, 'zwei.jpg')]);
  await expect(page.getByText('Ein geteiltes Foto')).toBeVisible();
  await page.getByRole('button', { name: 'Menü von Petra Muster' }).first().click();
  await page.getByRole('menuitem', { name: 'Abmelden' }).click();
  await expect(page).toHaveURL(/^[^?]*$/);
  await overlaysGone(page);
  await page.goto('/auth?redirect=%2Fapp%2Fprofile-wizard');
  await page.getByLabel('E-Mail').fill(email);
  await page.getByLabel('Passwort', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(photos(page).getByRole('img')).toHaveCount(1);
  await expect(page.getByText('Ein geteiltes Foto')).toBeHidden();
});

test.describe('where no service worker answers', () => {
  test.use({ serviceWorkers: 'block' });

  test('the server takes nothing, and the wizard says so', async ({ page, context }) => {
    await consented(context);
    const answered = watchForms(page);
    await page.goto('/app');
    await share(page, [{ name: 'eins.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(9_000_000, 1) }]);
    await expect(lost(page)).toBeVisible();
    expect([answered, await drafts(context)]).toEqual([['server'], []]);
  });
});
