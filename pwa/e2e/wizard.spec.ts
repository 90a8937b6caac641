import { expect, test, type Page } from '@playwright/test';
import { complaintsOf } from './journey.js';
import { look, lookTwice } from './look.js';
import { photoFiles } from './photos.js';
import {
  BAD_FILES,
  choose,
  closeMessages,
  consented,
  countUploads,
  deleteDraft,
  drafts,
  openWizard,
  otherBytes,
  photos,
  verdicts,
  waitingOnDevice,
} from './wizard.js';

test.beforeEach(({ context }) => consented(context));

const GOOD = /^Gut/;
/** What the recorder of a failed test asks for itself is no complaint about the page. */
const ofPage = (complaints: readonly string[]) => complaints.filter((each) => !each.startsWith("Connecting to 'blob:"));

test.describe('the check on the device', () => {
  test('sends nothing of what cannot be used, and says at the photo what to do', async ({ page, context }, info) => {
    const complaints = complaintsOf(page);
    const sent = countUploads(context);
    const [good = ''] = await photoFiles(info.outputDir);
    await openWizard(page);
    await lookTwice(page);
    await choose(page, Object.values(BAD_FILES));
    for (const words of ['Kein lesbares Bild', 'HEIC-Format', 'Datei beschädigt', 'Bild zu klein', 'Zu viele Pixel'])
      await expect(verdicts(page, words)).toBeVisible();
    for (const words of [
      'Als JPEG oder PNG speichern.',
      'Das Original nochmals wählen.',
      'Verkleinern und nochmals wählen.',
    ])
      await expect(verdicts(page, words)).toBeVisible();
    await expect(page.getByText('Fotos im Format HEIC')).toBeVisible();
    await expect(page.getByText('Nur Bilddateien sind erlaubt (JPEG, PNG, WebP, GIF).').first()).toBeVisible();
    await expect(page.getByText('Einige Bilder wurden verworfen').first()).toBeVisible();
    await expect(page.getByText('0 von 15 Fotos, 8 brauchen wir mindestens')).toBeVisible();
    await expect(photos(page).getByRole('img')).toHaveCount(5);
    expect(sent()).toBe(0);
    await closeMessages(page);
    await lookTwice(page);
    await choose(page, [otherBytes(good, 'eins.jpg'), { ...otherBytes(good, 'eins.jpg'), name: 'kopie.jpg' }]);
    await expect(verdicts(page, GOOD)).toHaveCount(1, { timeout: 30_000 });
    await expect(verdicts(page, 'Bereits vorhanden')).toBeVisible();
    expect(sent()).toBe(1);
    expect(ofPage(complaints)).toEqual([]);
  });

  test('keeps to fifteen photos, and says what is left out', async ({ page, context }, info) => {
    test.setTimeout(90_000);
    const complaints = complaintsOf(page);
    const files = await photoFiles(info.outputDir);
    const sixteen = [...files, ...files].slice(0, 16).map((path, index) => otherBytes(path, `foto-${index + 1}.jpg`));
    await openWizard(page);
    await choose(page, [
      ...sixteen,
      {
        name: 'gross.jpg',
        mimeType: 'image/jpeg',
        buffer: Buffer.concat([otherBytes(files[0] ?? '', 'x').buffer, Buffer.alloc(10_000_000)]),
      },
    ]);
    await expect(page.getByText('1 Datei ist grösser als 10 MB und wurde nicht übernommen.').first()).toBeVisible();
    await expect(
      page.getByText('1 Foto hatte keinen Platz mehr und wurde nicht übernommen. 15 sind das Maximum.').first(),
    ).toBeVisible();
    await expect(verdicts(page, GOOD)).toHaveCount(15, { timeout: 60_000 });
    await expect(page.getByText('15 von 15 Fotos, 8 brauchen wir mindestens')).toBeVisible();
    await expect(page.getByText('Bilder validiert').first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Foto aufnehmen' })).toBeHidden();
    await expect(page.locator('input[type=file]')).toHaveCount(0);
    await closeMessages(page);
    await lookTwice(page);
    expect((await drafts(context)).map((draft) => draft.photos.length)).toEqual([15]);
    // The focus stays among the photos, at the place of the one that has gone.
    await page.getByRole('button', { name: 'foto-2.jpg entfernen' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'foto-3.jpg entfernen' })).toBeFocused();
    await expect(page.getByText('14 von 15 Fotos')).toBeVisible();
    await expect.poll(async () => (await drafts(context))[0]?.photos.length).toBe(14);
    expect(ofPage(complaints)).toEqual([]);
  });
});

/** The network as the test has it: uploads that crawl, so that there is a middle to break them off in; none; and as it is. */
async function networkOf(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  const set = (offline: boolean, uploadThroughput: number) =>
    devtools.send('Network.emulateNetworkConditions', {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  return { crawl: () => set(false, 60_000), cut: () => set(true, -1), free: () => set(false, -1) };
}

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow' });

  test('an upload that breaks off in the middle goes on by itself, and arrives once', async ({
    page,
    context,
  }, info) => {
    test.setTimeout(90_000);
    const files = (await photoFiles(info.outputDir)).slice(0, 3);
    await openWizard(page);
    await choose(page, files.slice(0, 1));
    await expect(verdicts(page, GOOD)).toHaveCount(1, { timeout: 30_000 });
    const network = await networkOf(page);
    await network.crawl();
    await choose(page, files.slice(1));
    const bar = page.getByRole('progressbar').first();
    await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(5);
    expect(Number(await bar.getAttribute('aria-valuenow'))).toBeLessThan(100);
    await network.cut();
    await expect(verdicts(page, 'Wartet auf Verbindung')).toHaveCount(2);
    await expect(page.getByText('2 Fotos warten auf Verbindung')).toBeVisible();
    await expect(page.getByText('Für das Training brauchen Sie eine Internetverbindung.')).toBeVisible();
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    await closeMessages(page);
    await lookTwice(page);
    await network.free();
    await expect(verdicts(page, GOOD)).toHaveCount(3, { timeout: 30_000 });
    expect((await drafts(context)).map((draft) => draft.photos.length)).toEqual([3]);
    expect(await waitingOnDevice(page)).toBe(0);
  });

  test('a server that does not answer is tried again by itself', async ({ page, context }, info) => {
    test.setTimeout(90_000);
    const [file = ''] = await photoFiles(info.outputDir);
    let left = 1;
    await page.route('**/photos', (route) => (left-- > 0 ? route.abort('connectionreset') : route.continue()));
    await openWizard(page);
    await choose(page, file);
    await expect(verdicts(page, 'Wartet auf Verbindung')).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Jetzt versuchen' })).toBeVisible();
    await expect(verdicts(page, GOOD)).toHaveCount(1, { timeout: 40_000 });
    left = 1;
    // The answer gets lost, not the photo: it is known again.
    await page.unroute('**/photos');
    await page.route('**/photos', async (route) =>
      left-- > 0 ? (await route.fetch(), await route.abort('connectionreset')) : await route.continue(),
    );
    await choose(page, otherBytes((await photoFiles(info.outputDir))[1] ?? '', 'zwei.jpg'));
    await page.getByRole('button', { name: 'Jetzt versuchen' }).click();
    await expect(verdicts(page, GOOD)).toHaveCount(2);
    expect((await drafts(context)).map((draft) => draft.photos.length)).toEqual([2]);
  });

  test('photos wait on the device beyond the end of the page, and go up once although two tabs want to', async ({
    page,
    context,
  }, info) => {
    test.setTimeout(60_000);
    const sent = countUploads(context);
    const files = (await photoFiles(info.outputDir)).slice(0, 2);
    await openWizard(page);
    await context.setOffline(true);
    await expect(page.getByText('Sie können weiter Fotos auswählen.')).toBeVisible();
    await choose(page, files);
    await expect(page.getByText('Sie können die Seite schliessen und später wieder öffnen.')).toBeVisible();
    await page.getByText('Weiblich').click();
    expect([await waitingOnDevice(page), await drafts(context), sent()]).toEqual([2, [], 0]);
    const again = await context.newPage();
    const closed = page.waitForEvent('close');
    await page.close({ runBeforeUnload: true });
    await closed;
    await context.setOffline(false);
    // Long enough for both to meet.
    await context.route('**/photos', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      await route.continue();
    });
    const other = await context.newPage();
    await Promise.all([openWizard(again), openWizard(other)]);
    for (const tab of [again, other]) await expect(verdicts(tab, GOOD)).toHaveCount(2, { timeout: 30_000 });
    expect(sent()).toBe(2);
    expect((await drafts(context)).map((draft) => draft.photos.length)).toEqual([2]);
    expect(await waitingOnDevice(again)).toBe(0);
    // In step from here on.
    await again
      .getByRole('button', { name: /entfernen$/ })
      .first()
      .click();
    await expect(other.getByText('1 von 15 Fotos')).toBeVisible();
  });

  test('photos of a draft that is gone are gone, too', async ({ page, context }, info) => {
    const [first = '', second = ''] = await photoFiles(info.outputDir);
    await openWizard(page);
    await choose(page, first);
    await expect(verdicts(page, GOOD)).toHaveCount(1, { timeout: 30_000 });
    await context.setOffline(true);
    await choose(page, second);
    await expect(verdicts(page, 'Wartet auf Verbindung')).toHaveCount(1);
    expect(await waitingOnDevice(page)).toBe(1);
    await page.goto('about:blank');
    await context.setOffline(false);
    const [draft] = await drafts(context);
    expect((await deleteDraft(context, draft?.id ?? '')).ok()).toBe(true);
    await openWizard(page);
    await expect(page.getByText('0 von 15 Fotos')).toBeVisible();
    expect(await waitingOnDevice(page)).toBe(0);
  });
});

test('a photo that is taken out while the server looks at it is taken out there, too', async ({
  page,
  context,
}, info) => {
  const [file = ''] = await photoFiles(info.outputDir);
  await openWizard(page);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 3_000,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  const judged = page.waitForResponse((response) => response.url().endsWith('/photos'));
  await choose(page, file);
  await expect(verdicts(page, 'Wird geprüft')).toHaveCount(1);
  await page.getByRole('button', { name: /entfernen$/ }).click();
  // The last one: the focus goes to the way to add some.
  await expect(page.getByRole('button', { name: /^Fotos hierher ziehen/ })).toBeFocused();
  expect((await judged).status()).toBe(201);
  await expect.poll(async () => (await drafts(context)).map((draft) => draft.photos.length)).toEqual([0]);
  await expect(photos(page).getByRole('img')).toHaveCount(0);
});

test.describe('closing the page', () => {
  for (const isKept of [true, false]) {
    test(
      isKept
        ? 'asks nothing while the photos are safe on the device'
        : 'asks first while a photo goes up that the device cannot keep',
      async ({ page, context }, info) => {
        const [file = ''] = await photoFiles(info.outputDir);
        if (!isKept) await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }));
        await openWizard(page);
        await page.route('**/photos', () => undefined);
        await choose(page, file);
        await expect(verdicts(page, /Wartet|Wird geprüft|Lädt hoch/)).toHaveCount(1);
        if (isKept) await expect.poll(() => waitingOnDevice(page)).toBe(1);
        await page.getByLabel('Profilname').click();
        const asked: string[] = [];
        page.on('dialog', (dialog) => {
          asked.push(dialog.type());
          void dialog.accept();
        });
        const closed = page.waitForEvent('close');
        await page.close({ runBeforeUnload: true });
        await closed;
        expect(asked).toEqual(isKept ? [] : ['beforeunload']);
        expect(context.pages()).toEqual([]);
      },
    );
  }
});

/** Remembers what the page has been given of the camera. */
const watchCamera = () => {
  const tracks: MediaStreamTrack[] = [];
  Object.assign(window, { tracks });
  const give = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = async (wanted) => {
    const stream = await give(wanted);
    tracks.push(...stream.getTracks());
    return stream;
  };
};
const trackStates = (page: Page) =>
  page.evaluate(() => (window as unknown as { tracks: MediaStreamTrack[] }).tracks.map(({ readyState }) => readyState));

async function openCamera(page: Page) {
  await page.getByRole('button', { name: 'Foto aufnehmen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Foto aufnehmen' });
  await expect
    .poll(() => dialog.locator('video').evaluate((video: HTMLVideoElement) => video.videoWidth))
    .toBeGreaterThan(0);
  return dialog;
}

test.describe('the camera', () => {
  test('takes several photos in a row by the keys, says what becomes of them, and goes off with the dialog', async ({
    page,
    context,
  }) => {
    const complaints = complaintsOf(page);
    const sent = countUploads(context);
    await page.addInitScript(watchCamera);
    await openWizard(page);
    const dialog = await openCamera(page);
    await expect(dialog.getByText('0 von 15 Fotos')).toBeVisible();
    expect(await dialog.locator('video').evaluate((video) => getComputedStyle(video).transform)).toBe(
      'matrix(-1, 0, 0, 1, 0, 0)',
    );
    await expect(dialog.getByRole('button', { name: 'Auslösen' })).toBeFocused();
    await look(page);
    await page.keyboard.press('Space');
    // The test picture shows no face: the server says so.
    await expect(dialog.getByText('Aufnahme 1: Kein Gesicht erkannt')).toBeVisible({ timeout: 20_000 });
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Aufnahme 2: Kein Gesicht erkannt')).toBeVisible({ timeout: 20_000 });
    expect(sent()).toBe(2);
    expect(await trackStates(page)).toEqual(['live']);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Foto aufnehmen' })).toBeFocused();
    expect(await trackStates(page)).toEqual(['ended']);
    await expect(verdicts(page, 'Kein Gesicht erkannt')).toHaveCount(2);
    expect(
      await photos(page)
        .getByRole('img')
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    ).toBeGreaterThanOrEqual(1280);
    expect(ofPage(complaints)).toEqual([]);
  });

  test('goes off while the tab is out of view and with the page, and comes back', async ({ page }) => {
    await page.addInitScript(watchCamera);
    await openWizard(page);
    await openCamera(page);
    const show = (state: string) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, value });
        document.dispatchEvent(new Event('visibilitychange'));
      }, state);
    await show('hidden');
    await expect.poll(() => trackStates(page)).toEqual(['ended']);
    await show('visible');
    await expect.poll(() => trackStates(page)).toEqual(['ended', 'live']);
    // Within the app: the document stays, the screen goes.
    await page.evaluate(() => document.querySelector<HTMLElement>('main a[href="/app"]')?.click());
    await expect(page).toHaveURL(/\/app$/);
    await expect.poll(() => trackStates(page)).toEqual(['ended', 'ended']);
  });

  test('says what to do when it cannot be had', async ({ page }) => {
    await page.addInitScript(() => {
      const give = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      navigator.mediaDevices.getUserMedia = (wanted) => {
        const { reason } = document.documentElement.dataset;
        delete document.documentElement.dataset.reason;
        return reason ? Promise.reject(new DOMException('', reason)) : give(wanted);
      };
    });
    await openWizard(page);
    for (const [reason, title] of [
      ['NotAllowedError', 'Die Kamera ist gesperrt'],
      ['NotFoundError', 'Keine Kamera gefunden'],
      ['NotReadableError', 'Die Kamera ist besetzt'],
    ] as const) {
      await page.evaluate((value) => (document.documentElement.dataset.reason = value), reason);
      await page.getByRole('button', { name: 'Foto aufnehmen' }).click();
      const dialog = page.getByRole('dialog', { name: 'Foto aufnehmen' });
      await expect(dialog.getByRole('alert').getByText(title)).toBeVisible();
      await look(page);
      await dialog.getByRole('button', { name: 'Erneut versuchen' }).click();
      await expect(dialog.getByRole('button', { name: 'Auslösen' })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    }
  });
});
