import { expect, test, type Page } from '@playwright/test';
import { installed } from './installed.js';
import { BUSY, complaintsOf } from './journey.js';
import { look, lookTwice, lookTwiceHere } from './look.js';
import { photoFiles } from './photos.js';
import {
  BAD_FILES,
  choose,
  closeMessages,
  consented,
  countUploads,
  drafts,
  openWizard,
  otherBytes,
  heicPhoto,
  photos,
  verdicts,
  waitingOnDevice,
} from './wizard.js';

test.beforeEach(({ context }) => consented(context));

const GOOD = /^(Gut|Reserve)/;
/** What the recorder of a failed test asks for itself is no complaint about the page. */
const ofPage = (complaints: readonly string[]) => complaints.filter((each) => !each.startsWith("Connecting to 'blob:"));

test('the check on the device sends nothing of what cannot be used, and says at the photo what to do', async ({
  page,
  context,
}, info) => {
  const complaints = complaintsOf(page);
  const sent = countUploads(context);
  const [good = ''] = await photoFiles(info.outputDir);
  await openWizard(page);
  await lookTwiceHere(page);
  // With the first files comes what judges faces.
  const judge = page.waitForResponse(/\.wasm$/, BUSY);
  await choose(page, Object.values(BAD_FILES));
  for (const words of [
    'Kein lesbares Bild',
    'Datei beschädigt',
    'Bild zu klein',
    'Zu viele Pixel',
    'Als JPEG oder PNG speichern.',
    'Das Original nochmals wählen.',
    'Verkleinern und nochmals wählen.',
  ])
    await expect(verdicts(page, words)).toBeVisible();
  await expect(page.getByText('Nur Bilddateien sind erlaubt (JPEG, PNG, WebP, GIF, HEIC).').first()).toBeVisible();
  await expect(page.getByText('Einige Bilder wurden verworfen').first()).toBeVisible();
  await expect(page.getByText('0 von 8 Fotos, höchstens 15')).toBeVisible();
  await expect(photos(page).getByRole('img')).toHaveCount(4);
  expect(sent()).toBe(0);
  // That a face is missing is seen on the device as well: here in a picture that is pasted.
  await judge;
  await page.evaluate(async () => {
    const files = new DataTransfer();
    const picture = await (await fetch('/og/home.jpg')).blob();
    files.items.add(new File([picture], 'eingefuegt.jpg', { type: 'image/jpeg' }));
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: files, bubbles: true, cancelable: true }));
  });
  await expect(verdicts(page, 'Kein Gesicht erkannt')).toBeVisible(BUSY);
  await expect(verdicts(page, 'eingefuegt.jpg')).toBeVisible();
  await page.getByRole('button', { name: 'eingefuegt.jpg entfernen' }).click();
  await expect(verdicts(page, 'Kein Gesicht erkannt')).toBeHidden();
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await expect(verdicts(page, 'Kein Gesicht erkannt')).toBeVisible(BUSY);
  expect(sent()).toBe(0);
  await choose(page, [otherBytes(good, 'eins.jpg'), { ...otherBytes(good, 'eins.jpg'), name: 'kopie.jpg' }]);
  await expect(verdicts(page, GOOD)).toHaveCount(1, BUSY);
  await expect(verdicts(page, 'Bereits vorhanden')).toBeVisible();
  expect(sent()).toBe(1);
  await closeMessages(page);
  await lookTwice(page);
  expect(ofPage(complaints)).toEqual([]);
});

test(
  'a photo of an iPhone is taken as it is, and shown as soon as the server has looked at it',
  { tag: '@drill' },
  async ({ page }) => {
    const complaints = complaintsOf(page);
    await openWizard(page);
    await choose(page, { name: 'IMG_0815.heic', mimeType: '', buffer: await heicPhoto() });
    // This browser cannot show the file: its name stands there.
    await expect(photos(page).getByText('IMG_0815.heic')).toBeVisible();
    await expect(verdicts(page, GOOD)).toHaveCount(1, BUSY);
    const width = () =>
      photos(page)
        .locator('img')
        .evaluate((picture: HTMLImageElement) => picture.naturalWidth);
    await expect.poll(width).toBe(768);
    expect(ofPage(complaints)).toEqual([]);
  },
);

/** The network of one page as the test has it: uploads that crawl, so that there is a middle to break them off in; none; and as it is. */
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

  test(
    'photos wait on the device beyond the end of the page, and go up once although two tabs want to; an upload that breaks off in the middle goes on by itself',
    { tag: '@drill' },
    async ({ page, context }, info) => {
      const sent = countUploads(context);
      const [first = '', second = '', third = ''] = await photoFiles(info.outputDir);
      await openWizard(page);
      // Chromium can take a service worker that starts for a network that is back.
      await installed(page);
      await context.setOffline(true);
      await expect(page.getByText('Wählen Sie ruhig weiter aus.')).toBeVisible();
      await choose(page, [first, second]);
      await expect(page.getByText('Sie können die Seite schliessen und später wieder öffnen.')).toBeVisible();
      await page.getByText('Weiblich').click();
      expect([await waitingOnDevice(page), await drafts(context), sent()]).toEqual([2, [], 0]);
      const again = await context.newPage();
      // Nothing is asked while the photos are safe on the device.
      const asked: string[] = [];
      page.on('dialog', (dialog) => {
        asked.push(dialog.type());
        void dialog.accept();
      });
      const closed = page.waitForEvent('close');
      await page.close({ runBeforeUnload: true });
      await closed;
      expect(asked).toEqual([]);
      await context.setOffline(false);
      // Long enough for both to meet.
      await context.route('**/photos', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        await route.continue();
      });
      const other = await context.newPage();
      await Promise.all([openWizard(again), openWizard(other)]);
      for (const tab of [again, other]) await expect(verdicts(tab, GOOD)).toHaveCount(2, BUSY);
      expect(sent()).toBe(2);
      expect((await drafts(context)).map((draft) => draft.photos.length)).toEqual([2]);
      expect(await waitingOnDevice(again)).toBe(0);
      // In step from here on.
      await again
        .getByRole('button', { name: /entfernen$/ })
        .first()
        .click();
      await expect(other.getByText('1 von 8 Fotos').first()).toBeVisible();

      await context.unroute('**/photos');
      const network = await networkOf(again);
      await network.crawl();
      await choose(again, third);
      const bar = again.getByRole('progressbar');
      await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(5);
      expect(Number(await bar.getAttribute('aria-valuenow'))).toBeLessThan(100);
      await network.cut();
      await expect(verdicts(again, 'Wartet auf Verbindung')).toHaveCount(1);
      await expect(again.getByText('1 Foto wartet auf Verbindung')).toBeVisible();
      await expect(again.getByText('Für das Training brauchen Sie eine Internetverbindung.')).toBeVisible();
      await expect(bar).toHaveCount(0);
      await closeMessages(again);
      await lookTwice(again);
      await network.free();
      await expect(verdicts(again, GOOD)).toHaveCount(2, BUSY);
      expect((await drafts(context)).map((draft) => draft.photos.length)).toEqual([2]);
      expect(await waitingOnDevice(again)).toBe(0);
    },
  );
});

/** Remembers what the page has been given of the camera, which is refused at first. */
const watchCamera = () => {
  const tracks: MediaStreamTrack[] = [];
  let refusals = 1;
  Object.assign(window, { tracks });
  const give = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = async (wanted) => {
    if (refusals-- > 0) throw new DOMException('', 'NotAllowedError');
    const stream = await give(wanted);
    tracks.push(...stream.getTracks());
    return stream;
  };
};
const trackStates = (page: Page) =>
  page.evaluate(() => (window as unknown as { tracks: MediaStreamTrack[] }).tracks.map(({ readyState }) => readyState));

test('the camera says what to do when it cannot be had, takes several photos in a row by the keys, and goes off out of view, with the dialog and with the page', async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  await page.addInitScript(watchCamera);
  await openWizard(page);
  const open = page.getByRole('button', { name: 'Foto aufnehmen' });
  const dialog = page.getByRole('dialog', { name: 'Foto aufnehmen' });
  const isSeen = () =>
    expect
      .poll(() => dialog.locator('video').evaluate((video: HTMLVideoElement) => video.videoWidth))
      .toBeGreaterThan(0);
  await open.click();
  await expect(dialog.getByRole('alert').getByText('Die Kamera ist gesperrt')).toBeVisible();
  await look(page);
  await dialog.getByRole('button', { name: 'Erneut versuchen' }).click();
  await isSeen();
  await expect(dialog.getByText('0 von 8 Fotos')).toBeVisible();
  expect(await dialog.locator('video').evaluate((video) => getComputedStyle(video).transform)).toBe(
    'matrix(-1, 0, 0, 1, 0, 0)',
  );
  await expect(dialog.getByRole('button', { name: 'Auslösen', exact: true })).toBeFocused();
  await look(page);
  await expect(dialog.getByText('Foto 1 von 10')).toBeVisible(BUSY);
  await expect(dialog.getByText('Kein Gesicht zu sehen', { exact: true })).toBeVisible(BUSY);
  await page.keyboard.press('Space');
  // The test picture shows no face: the device says so, or, where it is not sure of that, the server.
  await expect(dialog.getByText('Aufnahme 1: Kein Gesicht erkannt')).toBeVisible(BUSY);
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Aufnahme 2: Kein Gesicht erkannt')).toBeVisible(BUSY);

  const show = (state: string) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  expect(await trackStates(page)).toEqual(['live']);
  await show('hidden');
  await expect.poll(() => trackStates(page)).toEqual(['ended']);
  await show('visible');
  await expect.poll(() => trackStates(page)).toEqual(['ended', 'live']);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();
  expect(await trackStates(page)).toEqual(['ended', 'ended']);
  await expect(verdicts(page, 'Kein Gesicht erkannt')).toHaveCount(2);
  expect(
    await photos(page)
      .getByRole('img')
      .first()
      .evaluate((image: HTMLImageElement) => image.naturalWidth),
  ).toBeGreaterThanOrEqual(1280);

  // Within the app: the document stays, the screen goes.
  await open.click();
  await isSeen();
  await page.evaluate(() => document.querySelector<HTMLElement>('main a[href="/app"]')?.click());
  await expect(page).toHaveURL(/\/app$/);
  await expect.poll(() => trackStates(page)).toEqual(['ended', 'ended', 'ended']);
  expect(ofPage(complaints)).toEqual([]);
});
