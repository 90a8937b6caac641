import { randomUUID } from 'node:crypto';
import { expect, request as requests, test, type Locator, type Page } from '@playwright/test';
import { enter, signIn, type Account } from './accounts.js';
import { atBothWidths, DESK, look, lookHere, lookTwice, lookTwiceHere, PHONE, resize } from './look.js';
import { buyPlan, completed, forgetFavourites, runOf, startRun, trainProfile, type RunView } from './result-run.js';

// A phone's screen is dense: that is what the larger previews are for.
test.use({ deviceScaleFactor: async ({ isMobile }, use) => use(isMobile ? 3 : 1) });
/** Where previews and gestures are others. */
const SCREENS = [
  ['a phone', PHONE],
  ['a desk', DESK],
] as const;

let account: Account;
let profileId = '';
let run: RunView;

// One person with a profile and a finished run, for all that follows.
test.beforeAll(async ({ baseURL }, info) => {
  test.setTimeout(180_000);
  const request = await requests.newContext({ baseURL });
  account = await enter({ request });
  await buyPlan(request);
  profileId = await trainProfile(request, info.outputDir);
  run = await completed(request, await startRun(request, profileId));
  await request.dispose();
});

test.beforeEach(async ({ context }) => {
  test.setTimeout(60_000);
  expect(await signIn(context, account)).toBe(200);
});

const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Meldungen' }).getByText(text).first();
const tiles = (page: Page) => page.getByRole('button', { name: /im Vollbild$/ });
const heart = (within: Page | Locator, number: number) =>
  within.getByRole('button', { name: `Portrait ${number} als Favorit` });
const viewer = (page: Page) => page.getByRole('dialog', { name: 'Portraits im Vollbild' });

async function open(page: Page, search = ''): Promise<void> {
  await page.goto(`/app/generations/${run.id}${search}`);
  await expect(tiles(page)).toHaveCount(8);
}

/** Counts from now on by how much the page's content jumps. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const seen = window as unknown as { shifts: number };
    seen.shifts = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shifts += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { shifts: number }).shifts);
}

/** Which picture stands where, by the id in its address. */
const shownOrder = (page: Page): Promise<string[]> =>
  page
    .locator('main ul img')
    .evaluateAll((images) =>
      images.map(
        (image) =>
          /portraits\/([^/]+)\//.exec((image as HTMLImageElement).currentSrc || (image as HTMLImageElement).src)?.[1] ??
          '',
      ),
    );

test('all runs stand on one page, older ones when asked for, and the dashboard leads there; the portraits arrive one by one, and nothing jumps on the way', async ({
  page,
  context,
}) => {
  test.setTimeout(150_000);
  const shifts = await watchShifts(page);
  const list = await context.newPage();
  const second = await startRun(context.request, profileId);
  await page.goto(`/app/generations/${second}`);
  await expect(page.getByText(/^In (Warteschlange|Bearbeitung)$/)).toBeVisible();
  await expect(
    page.getByText(
      /^(Bilder werden vorbereitet|KI generiert Ihre Portraits|Fast fertig! Qualität wird optimiert|Letzte Details werden hinzugefügt)\.\.\.$/,
    ),
  ).toBeVisible();
  const counts = new Set<number>();
  const arrived = expect(async () => {
    counts.add(await page.getByRole('list', { name: 'Vorschau der fertigen Portraits' }).getByRole('img').count());
    await expect(tiles(page)).toHaveCount(8, { timeout: 100 });
  }).toPass({ timeout: 90_000, intervals: [100] });

  await lookHere(page);
  await resize(list, DESK.viewport);
  await list.goto(`/app/generations/${second}`);
  await expect(list.getByText(/^In (Warteschlange|Bearbeitung)$/)).toBeVisible();
  await lookHere(list);
  await resize(list, PHONE.viewport);

  // The server's own pages, of one run each.
  await list.route(/\/api\/v1\/generations(?:\?cursor=[^&]+)?$/, (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set('limit', '1');
    return route.continue({ url: url.toString() });
  });
  await list.goto('/app');
  await list.getByRole('link', { name: 'Alle Generationen' }).click();
  await expect(list).toHaveURL(/\/app\/generations$/);
  await expect(list).toHaveTitle('Alle Generationen | Bildnis');
  const runs = list.getByRole('list', { name: 'Alle Generationen' }).getByRole('listitem');
  await expect(runs).toHaveCount(1);
  await list.getByRole('button', { name: 'Mehr laden' }).click();
  await expect(runs).toHaveCount(2);
  await expect(list.getByRole('button', { name: 'Mehr laden' })).toBeHidden();
  // The newer one becomes ready before one's eyes, and the older one stays.
  await expect(runs.getByText('Fertig', { exact: true })).toHaveCount(2, { timeout: 90_000 });
  await arrived;
  expect(counts.size).toBeGreaterThan(2);
  await expect(page.getByText('Fertig', { exact: true })).toBeVisible();
  await expect(page.getByText('Verfügbar bis')).toBeVisible();
  expect(await shifts()).toBeLessThan(0.01);

  await lookTwice(list);
  // The row is one target: its picture as well as its link.
  await runs.last().click({ position: { x: 24, y: 40 } });
  await expect(list).toHaveURL(new RegExp(`/app/generations/${run.id}$`));
  await list.close();

  // Nor does it jump when it is opened again, with its pictures still to come.
  await atBothWidths(page, async () => {
    await page.reload();
    await expect(tiles(page)).toHaveCount(8);
    await page.waitForLoadState('networkidle');
    expect(await shifts()).toBeLessThan(0.01);
  });
  await page.getByRole('button', { name: 'Löschen' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Generation löschen?' });
  await expect(
    dialog.getByText('Das kann nicht rückgängig gemacht werden. Alle Bilder werden endgültig gelöscht.'),
  ).toBeVisible();
  await look(page);
  await dialog.getByRole('button', { name: 'Löschen' }).click();
  await expect(toast(page, 'Die Generation wurde gelöscht.')).toBeVisible();
  await expect(page).toHaveURL(/\/app$/);
});

for (const [name, screen] of SCREENS) {
  test.describe(`on ${name}`, () => {
    test.use(screen);

    test('the grid shows previews in the width that is needed, and no original', async ({ page }) => {
      const fetched: string[] = [];
      page.on('request', (request) => {
        const variant = /media\/portraits\/[^/]+\/([^?]+)/.exec(request.url())?.[1];
        if (variant) fetched.push(variant);
      });
      await open(page);
      await page.waitForLoadState('networkidle');
      expect(new Set(fetched)).toEqual(new Set(['preview', 'preview-960']));
      // The large one of the first picture, and small ones of the others.
      expect(fetched.filter((variant) => variant === 'preview-960')).toHaveLength(1);
      await lookTwiceHere(page);
    });

    test('two clicks or taps, the wheel and two fingers show a picture closer, in full quality', async ({
      page,
      isMobile,
    }) => {
      await open(page);
      await tiles(page).first().click();
      const reel = viewer(page);
      const image = reel.getByRole('img', { name: 'Portrait 1 von 8' });
      const source = () =>
        image.evaluate((element) => /portraits\/[^/]+\/([^?]+)/.exec((element as HTMLImageElement).currentSrc)?.[1]);
      await expect.poll(source).toBe('preview-960');
      const box = (await image.boundingBox())!;
      const eye = { x: box.x + box.width * 0.5, y: box.y + box.height * 0.35 };
      const at = async () => {
        const now = (await image.boundingBox())!;
        return { x: now.x + now.width * 0.5, y: now.y + now.height * 0.35 };
      };
      if (isMobile) {
        await page.touchscreen.tap(eye.x, eye.y);
        await page.touchscreen.tap(eye.x, eye.y);
      } else await page.mouse.dblclick(eye.x, eye.y);
      await expect(reel.getByText('250%')).toBeVisible();
      await expect.poll(source).toBe('original');
      // What was tapped is still under the finger, and a drag moves it along.
      const near = await at();
      expect(Math.hypot(near.x - eye.x, near.y - eye.y)).toBeLessThan(3);
      if (isMobile) {
        const touch = await page.context().newCDPSession(page);
        const fingers = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
          touch.send('Input.dispatchTouchEvent', { type, touchPoints });
        await fingers('touchStart', { x: 200, y: 400 });
        await fingers('touchMove', { x: 140, y: 360 });
        await fingers('touchEnd');
        expect((await at()).x - near.x).toBeCloseTo(-60, 0);
        expect((await at()).y - near.y).toBeCloseTo(-40, 0);
        await expect(reel.getByText('1 / 8')).toBeVisible();
        // Two fingers together: whole again. Apart: closer.
        await fingers('touchStart', { x: 100, y: 400 }, { x: 300, y: 400 });
        await fingers('touchMove', { x: 180, y: 400 }, { x: 220, y: 400 });
        await fingers('touchEnd');
        await expect(reel.getByText('100%')).toBeVisible();
        await fingers('touchStart', { x: 180, y: 400 }, { x: 220, y: 400 });
        await fingers('touchMove', { x: 140, y: 400 }, { x: 260, y: 400 });
        await fingers('touchEnd');
        await expect(reel.getByText('300%')).toBeVisible();
        expect(await page.evaluate(() => window.visualViewport?.scale)).toBe(1);
      } else {
        await page.mouse.move(eye.x, eye.y);
        await page.mouse.down();
        await page.mouse.move(eye.x, eye.y - 40, { steps: 4 });
        await page.mouse.up();
        expect((await at()).y - near.y).toBeCloseTo(-40, 0);
        await page.mouse.dblclick(eye.x, eye.y);
        await expect(reel.getByText('100%')).toBeVisible();
        await page.keyboard.down('Control');
        await page.mouse.wheel(0, -100);
        await page.keyboard.up('Control');
        await expect(reel.getByText('272%')).toBeVisible();
      }
      await lookHere(page);
      // Another picture is whole again, and so is this one when it comes back.
      await reel.getByRole('button', { name: 'Nächstes Portrait' }).click();
      await expect(reel.getByText('100%')).toBeVisible();
      await reel.getByRole('button', { name: 'Vorheriges Portrait' }).click();
      await expect(reel.getByText('1 / 8')).toBeVisible();
      await expect(reel.getByText('100%')).toBeVisible();
      await expect(reel.getByRole('button', { name: 'Verkleinern' })).toHaveAttribute('aria-disabled', 'true');
    });
  });
}

test('the order stands in the address and survives a reload', async ({ page, context }) => {
  await forgetFavourites(context.request, run.id);
  const alike = run.portraits.map(({ id }) => id);
  const made = run.portraits.toSorted((a, b) => a.index - b.index).map(({ id }) => id);
  await open(page, '?order=nonsense');
  expect(await shownOrder(page)).toEqual(alike);
  const choose = async (name: string) => {
    await page.getByRole('button', { name: /Reihenfolge$/ }).click();
    await page.getByRole('option', { name }).click();
  };
  await choose('In der Reihenfolge der Entstehung');
  await expect(page).toHaveURL(/\?order=created$/);
  await expect.poll(() => shownOrder(page)).toEqual(made);
  await page.reload();
  await expect(tiles(page)).toHaveCount(8);
  expect(await shownOrder(page)).toEqual(made);
  await lookTwice(page);
  // A favourite stays where it is until favourites are asked for.
  await heart(page, 3).click();
  await expect(heart(page, 3)).toHaveAttribute('aria-pressed', 'true');
  expect(await shownOrder(page)).toEqual(made);
  await choose('Favoriten zuerst');
  const liked = made[2] ?? '';
  await expect.poll(() => shownOrder(page)).toEqual([liked, ...alike.filter((id) => id !== liked)]);
  await choose('Am ähnlichsten zuerst');
  await expect(page).toHaveURL(/\/app\/generations\/[0-9a-f-]{36}$/);
});

test('a favourite is seen in every tab, and taken back where the server refuses it', async ({ page, context }) => {
  await forgetFavourites(context.request, run.id);
  await open(page);
  const other = await context.newPage();
  await open(other);
  await heart(page, 2).click();
  await expect(heart(page, 2)).toHaveAttribute('aria-pressed', 'true');
  await expect(heart(other, 2)).toHaveAttribute('aria-pressed', 'true');
  // In the viewer it is the same heart.
  await tiles(other).nth(1).click();
  await expect(heart(viewer(other), 2)).toHaveAttribute('aria-pressed', 'true');
  await heart(viewer(other), 2).click();
  await expect(heart(page, 2)).toHaveAttribute('aria-pressed', 'false');
  expect((await runOf(context.request, run.id)).portraits.filter(({ favourite }) => favourite)).toEqual([]);
  await other.close();

  await page.route('**/favourite', (route) => route.abort());
  await heart(page, 4).click();
  await expect(toast(page, 'Favorit nicht gespeichert')).toBeVisible();
  await expect(heart(page, 4)).toHaveAttribute('aria-pressed', 'false');
  await look(page);
});

test('the viewer is walked through, looked into and left with keys alone', async ({ page }) => {
  await open(page);
  const third = tiles(page).nth(2);
  await third.focus();
  await page.keyboard.press('Enter');
  const reel = viewer(page);
  const status = reel.getByRole('status').filter({ hasText: '/ 8' });
  await expect(status).toHaveText('3 / 8');
  await expect(reel.getByRole('button', { name: 'Schliessen' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(status).toHaveText('4 / 8');
  await page.keyboard.press('End');
  await expect(status).toHaveText('8 / 8');
  await page.keyboard.press('Home');
  await expect(status).toHaveText('1 / 8');
  // Closer, moved about, and whole again; another picture is always whole.
  await page.keyboard.press('+');
  await expect(reel.getByText('150%')).toBeVisible();
  const seen = () => reel.getByRole('img', { name: 'Portrait 1 von 8' }).boundingBox();
  const before = await seen();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect(status).toHaveText('1 / 8');
  expect((await seen())?.y).toBeLessThan(before?.y ?? 0);
  await page.keyboard.press('-');
  await expect(reel.getByText('100%')).toBeVisible();
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  await page.keyboard.press('0');
  await expect(reel.getByText('100%')).toBeVisible();
  await page.keyboard.press('+');
  await page.keyboard.press('End');
  await expect(reel.getByText('100%')).toBeVisible();
  await expect(status).toHaveText('8 / 8');
  // Every control is reached with Tab, in the order in which it stands.
  await reel.getByRole('button', { name: 'Vorheriges Portrait' }).focus();
  const names: string[] = [];
  for (let step = 0; step < 9; step += 1) {
    names.push(
      await page.evaluate(
        () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
      ),
    );
    await page.keyboard.press('Tab');
  }
  expect(names).toEqual([
    'Vorheriges Portrait',
    'Nächstes Portrait',
    'Verkleinern',
    'Vergrössern',
    'Schliessen',
    'Portraits im Vollbild',
    'Portrait 8 als Favorit',
    'Vorher',
    'Formate von Portrait 8',
  ]);
  await look(page);
  await page.keyboard.press('Escape');
  await expect(reel).toBeHidden();
  await expect(third).toBeFocused();
});

test('a swipe leads to the next picture', async ({ page }) => {
  await open(page);
  await tiles(page).first().tap();
  const touch = await page.context().newCDPSession(page);
  const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints });
  await finger('touchStart', { x: 340, y: 420 });
  for (let x = 320; x >= 60; x -= 20) await finger('touchMove', { x, y: 420 });
  await finger('touchEnd');
  await expect(viewer(page).getByText('2 / 8')).toBeVisible();
});

test('a portrait is seen beside the photo it was made of', async ({ page, context }) => {
  expect(run.portraits.every(({ before }) => before)).toBe(true);
  await open(page);
  await tiles(page).first().click();
  const reel = viewer(page);
  await reel.getByRole('button', { name: 'Vorher', exact: true }).click();
  await expect(reel.getByRole('button', { name: 'Vorher', exact: true })).toHaveAttribute('aria-pressed', 'true');
  const slider = reel.getByRole('slider', { name: 'Vorher: Ihr Foto, freigestellt' });
  await expect(slider).toHaveValue('0.5');
  const covered = () =>
    reel.locator('[data-current] [style*="clip-path"]').evaluate((element) => getComputedStyle(element).clipPath);
  await expect.poll(covered).toBe('inset(0px 50% 0px 0px)');
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  await expect(slider).toHaveValue('0.51');
  await page.keyboard.press('End');
  await expect.poll(covered).toBe('inset(0px 0% 0px 0px)');
  await page.keyboard.press('Home');
  await expect(slider).toHaveValue('0');
  await expect(reel.getByText('1 / 8')).toBeVisible();
  // The line in the picture does the same.
  const line = reel.locator('[data-own-gestures]');
  await slider.press('PageUp');
  // The line is where the slider is once that has been drawn.
  await expect.poll(covered).toBe('inset(0px 90% 0px 0px)');
  const stage = (await reel.getByRole('img', { name: 'Portrait 1 von 8' }).boundingBox())!;
  const from = (await line.boundingBox())!;
  await page.mouse.move(from.x + from.width / 2, stage.y + stage.height / 2);
  await page.mouse.down();
  await page.mouse.move(stage.x + stage.width * 0.4, stage.y + stage.height / 2, { steps: 5 });
  await page.mouse.up();
  await expect.poll(async () => Number(await slider.inputValue())).toBeCloseTo(0.4, 1);
  await expect(reel.getByText('1 / 8')).toBeVisible();
  await look(page);
  // The next picture is compared as well, and the photo is not to be kept by anybody on the way.
  await reel.getByRole('button', { name: 'Nächstes Portrait' }).click();
  await expect(reel.getByText('2 / 8')).toBeVisible();
  await expect(slider).toBeVisible();
  const photo = await context.request.get(run.portraits[0]?.before?.url ?? '');
  expect([photo.status(), photo.headers()['cache-control'], photo.headers()['content-type']]).toEqual([
    200,
    'private, no-store',
    'image/jpeg',
  ]);
  await reel.getByRole('button', { name: 'Vorher', exact: true }).click();
  await expect(slider).toBeHidden();
});

test('what the device can hand on is the original, byte for byte', async ({ page, context }) => {
  await page.addInitScript(() => {
    const shared: { name: string; type: string; size: number; hash: string }[] = [];
    let refusals = 1;
    Object.assign(window, { shared });
    Object.assign(navigator, {
      canShare: ({ files }: { files?: File[] }) => Boolean(files?.length),
      share: async ({ files }: { files: File[] }) => {
        // As a browser that finds that the press is too long ago.
        if (refusals-- > 0) throw new DOMException('no activation', 'NotAllowedError');
        const [file] = files as [File];
        const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
        shared.push({
          name: file.name,
          type: file.type,
          size: file.size,
          hash: [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
        });
      },
    });
  });
  await open(page);
  await tiles(page).first().click();
  const button = viewer(page).getByRole('button', { name: 'Portrait 1 teilen' });
  await button.click();
  await expect(toast(page, 'Bereit zum Teilen')).toBeVisible();
  await button.click();
  const shared = () =>
    page.evaluate(() => (window as unknown as { shared: { name: string; type: string; hash: string }[] }).shared);
  await expect.poll(shared).toHaveLength(1);
  const original = await (await context.request.get(run.portraits[0]?.downloadUrl ?? '')).body();
  const { createHash } = await import('node:crypto');
  expect((await shared())[0]).toMatchObject({
    name: expect.stringMatching(/^portrait-\d+\.jpg$/),
    type: 'image/jpeg',
    hash: createHash('sha256').update(original).digest('hex'),
  });
});

test('where files cannot be shared, nothing offers it', async ({ page }) => {
  await page.addInitScript(() => Object.assign(navigator, { share: async () => undefined, canShare: () => false }));
  await open(page);
  await tiles(page).first().click();
  await expect(viewer(page).getByRole('button', { name: 'Herunterladen' })).toBeVisible();
  await expect(viewer(page).getByRole('button', { name: /teilen$/ })).toHaveCount(0);
});

test('a run that is not there, one that failed, and pictures that cannot be loaded say so', async ({ page }) => {
  await page.goto(`/app/generations/${randomUUID()}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Generation nicht gefunden' })).toBeVisible();
  await lookTwice(page);
  await page.route('**/api/v1/generations/*', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      json: {
        ...((await answer.json()) as object),
        status: 'failed',
        portraits: [],
        archiveUrl: null,
        sourceType: null,
        expiresAt: null,
      },
    });
  });
  await page.goto(`/app/generations/${run.id}`);
  await expect(page.getByText('Erstellung fehlgeschlagen')).toBeVisible();
  await expect(page.getByText('Fehlgeschlagen', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Zurück zum Dashboard' })).toBeVisible();
  await lookTwice(page);
  // The live connection may just be asking: its answer is awaited.
  await page.unrouteAll({ behavior: 'wait' });
  // Links that have run out: new ones are fetched, once.
  let refused = 0;
  let loads = 0;
  page.on('request', (request) => {
    if (/\/api\/v1\/generations\/[^/]+$/.test(request.url())) loads += 1;
  });
  await page.route('**/media/portraits/**', (route) => {
    refused += 1;
    return route.fulfill({ status: 404 });
  });
  await open(page);
  await expect(page.getByText('Dieses Portrait lässt sich gerade nicht laden.').first()).toBeVisible();
  // The page itself, the live connection, and the new links.
  await expect.poll(() => loads).toBe(3);
  expect(refused).toBeGreaterThan(2);
  await look(page);
});
