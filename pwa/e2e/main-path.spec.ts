import { createHash } from 'node:crypto';
import { expect, test, type BrowserContext, type Locator, type Page } from '@playwright/test';
import type { Account } from './accounts.js';
import {
  choosePhotos,
  complaintsOf,
  deleteRun,
  generate,
  orderPlan,
  register,
  takeHome,
  train,
  uploadPhotos,
  BUSY,
} from './journey.js';
import { atBothWidths, DESK, look, lookHere, lookTwice, PHONE, resize, watchShifts } from './look.js';
import { overlaysGone } from './overlays.js';
import { expectPreviews, heart, openRun, pictureIn, tiles, viewer } from './portraits.js';
import { runOf, type RunView } from './result-run.js';

// What the first test has made is looked at more closely by the others: a training and a run cost more than all the rest.
test.describe.configure({ mode: 'serial' });

let account: Account;
let run: RunView;

const message = (page: Page, text: string) => page.getByRole('region', { name: 'Meldungen' }).getByText(text).first();

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

/** Watches the run that has just begun, on its page and in another tab with the list of all runs, until it is finished. */
async function watchRun(page: Page, context: BrowserContext): Promise<void> {
  const id = new URL(page.url()).pathname.split('/').at(-1)!;
  const shifts = await watchShifts(page);
  const list = await context.newPage();
  await page.reload();
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
  }).toPass({ ...BUSY, intervals: [100] });
  await lookHere(page);
  await resize(list, DESK.viewport);
  await list.goto(`/app/generations/${id}`);
  await expect(list.getByText(/^In (Warteschlange|Bearbeitung)$/)).toBeVisible();
  await lookHere(list);
  await resize(list, PHONE.viewport);

  await list.goto('/app');
  await list.getByRole('link', { name: 'Alle Generationen' }).click();
  await expect(list).toHaveURL(/\/app\/generations$/);
  await expect(list).toHaveTitle('Alle Generationen | Bildnis');
  const row = list.getByRole('list', { name: 'Alle Generationen' }).getByRole('listitem');
  // It becomes ready before one's eyes.
  await expect(row.getByText('Fertig', { exact: true })).toBeVisible(BUSY);
  await arrived;
  expect(counts.size).toBeGreaterThan(2);
  await expect(page.getByText('Fertig', { exact: true })).toBeVisible();
  await expect(page.getByText('Verfügbar bis')).toBeVisible();
  // What was paid for comes first.
  expect((await tiles(page).first().boundingBox())!.y + (await page.evaluate(() => scrollY))).toBeLessThanOrEqual(320);
  expect(await shifts()).toBeLessThan(0.01);
  run = await runOf(context.request, id);
  await lookTwice(list);
  // The row is one target: its picture as well as its link.
  await row.click({ position: { x: 24, y: 40 } });
  await expect(list).toHaveURL(new RegExp(`/app/generations/${id}$`));

  await heart(page, 2).click();
  for (const tab of [page, list]) await expect(heart(tab, 2)).toHaveAttribute('aria-pressed', 'true');
  // In the viewer it is the same heart.
  await tiles(list).nth(1).click();
  await expect(heart(viewer(list), 2)).toHaveAttribute('aria-pressed', 'true');
  await heart(viewer(list), 2).click();
  await expect(heart(page, 2)).toHaveAttribute('aria-pressed', 'false');
  expect((await runOf(context.request, id)).portraits.filter(({ favourite }) => favourite)).toEqual([]);
  await list.close();

  await page.getByRole('button', { name: /Reihenfolge$/ }).click();
  await page.getByRole('option', { name: 'In der Reihenfolge der Entstehung' }).click();
  await expect(page).toHaveURL(/\?order=created$/);
  const made = run.portraits.toSorted((a, b) => a.index - b.index).map((portrait) => portrait.id);
  // Nor does it jump when it is opened again, with its pictures still to come.
  await atBothWidths(page, async () => {
    await page.reload();
    await expect(tiles(page)).toHaveCount(8);
    await page.waitForLoadState('networkidle');
    expect(await shownOrder(page)).toEqual(made);
    expect(await shifts()).toBeLessThan(0.01);
  });
}

test.describe('a stranger', () => {
  test.use({ serviceWorkers: 'allow', contextOptions: { reducedMotion: 'no-preference' } });

  test('from a stranger to eight portraits, which arrive one by one, and nothing jumps on the way; the dashboard leads to the list of all runs; hearts are the same in every tab, and the order stands in the address', async ({
    page,
    context,
  }, info) => {
    test.setTimeout(480_000);
    const complaints = complaintsOf(page);
    account = await register(page, context);
    await uploadPhotos(page, info.outputDir);
    await orderPlan(page);
    await train(page, { lookAt: look });
    await choosePhotos(page);
    await generate(page, { isRetouched: true, lookAt: look, meanwhile: () => watchRun(page, context) });
    await takeHome(page, /^Bearbeitete Fotos: .* Jede Datei trägt diesen Vermerk\./);
    expect(complaints).toEqual([]);
  });
});

/** One finger goes straight down over what lies in the middle of an element. */
async function pullDown(page: Page, element: Locator): Promise<void> {
  const { x, y, width, height } = (await element.boundingBox())!;
  const [across, from] = [x + width / 2, y + height / 3];
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', down: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: across, y: from + down }],
    });
  await touch('touchStart', 0);
  for (const down of [20, 60, 100, 140, 160]) await touch('touchMove', down);
  await touch('touchEnd', 160);
  await session.detach();
}

test.describe('on a phone', () => {
  test.use({ ...PHONE, hasTouch: true });

  test('Back and a pull down close the viewer, its menu and a dialog, and the page stays', async ({ page }) => {
    await page.goto('/styles');
    await openRun(page, account, run);
    const address = page.url();
    const reel = viewer(page);
    await tiles(page).first().click();
    await expect(reel).toBeVisible();
    await reel.getByRole('button', { name: 'Formate von Portrait 1' }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    // The menu is part of the history from a moment after it has opened.
    await page.waitForFunction(() => (history.state as { overlays?: number }).overlays === 2);
    await page.goBack();
    await expect(page.getByRole('menu')).toBeHidden();
    await expect(reel).toBeVisible();
    await page.goBack();
    await expect(reel).toBeHidden();

    await tiles(page).first().click();
    await pullDown(page, reel.getByRole('img', { name: 'Portrait 1 von 8' }));
    await expect(reel).toBeHidden();

    await page.getByRole('button', { name: 'Mehr zu diesen Portraits' }).click();
    await page.getByRole('menuitem', { name: 'Löschen' }).click();
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toBeVisible();
    await pullDown(page, dialog.getByRole('heading'));
    await expect(dialog).toBeHidden();
    await overlaysGone(page);
    expect(page.url()).toBe(address);
    await page.goBack();
    await expect(page).toHaveURL(/\/styles$/);
  });
});

test.describe('on a desk', () => {
  test.use(DESK);

  test('the viewer is walked through, looked into and left with keys alone; the mouse shows a picture closer; what is handed on is the original, byte for byte; then the run is deleted', async ({
    page,
    context,
  }) => {
    await page.addInitScript(() => {
      const shared: { name: string; type: string; hash: string }[] = [];
      let refusals = 1;
      Object.assign(window, { shared });
      Object.assign(navigator, {
        canShare: ({ files }: { files?: File[] }) => Boolean(files?.length),
        share: async ({ files }: { files: File[] }) => {
          // As a browser that finds that the press is too long ago.
          if (refusals-- > 0) throw new DOMException('no activation', 'NotAllowedError');
          const [file] = files as [File];
          const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
          const hash = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
          shared.push({ name: file.name, type: file.type, hash });
        },
      });
    });
    expectPreviews(await openRun(page, account, run), true);
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
    await page.keyboard.press('Home');
    await expect(status).toHaveText('1 / 8');
    // Closer, moved about, and whole again.
    const { source, eye } = pictureIn(reel);
    await page.keyboard.press('+');
    await expect(reel.getByText('150%')).toBeVisible();
    const before = await eye();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await expect(status).toHaveText('1 / 8');
    expect((await eye()).y).toBeLessThan(before.y);
    await page.keyboard.press('0');
    await expect(reel.getByText('100%')).toBeVisible();

    const whole = await eye();
    await page.mouse.dblclick(whole.x, whole.y);
    await expect(reel.getByText('250%')).toBeVisible();
    await expect.poll(source).toBe('original');
    // What was clicked is still under the pointer, and a drag moves it along.
    const near = await eye();
    expect(Math.hypot(near.x - whole.x, near.y - whole.y)).toBeLessThan(3);
    await page.mouse.move(whole.x, whole.y);
    await page.mouse.down();
    await page.mouse.move(whole.x, whole.y - 40, { steps: 4 });
    await page.mouse.up();
    expect((await eye()).y - near.y).toBeCloseTo(-40, 0);
    await page.mouse.dblclick(whole.x, whole.y);
    await expect(reel.getByText('100%')).toBeVisible();
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -100);
    await page.keyboard.up('Control');
    await expect(reel.getByText('272%')).toBeVisible();

    const share = reel.getByRole('button', { name: 'Portrait 1 teilen' });
    await share.click();
    await expect(message(page, 'Bereit zum Teilen')).toBeVisible();
    await share.click();
    const shared = () => page.evaluate(() => (window as unknown as { shared: object[] }).shared);
    await expect.poll(shared).toHaveLength(1);
    const { portraits } = run;
    const original = await (await context.request.get(portraits[0]!.downloadUrl)).body();
    expect(await shared()).toEqual([
      {
        name: expect.stringMatching(/^portrait-\d+\.jpg$/),
        type: 'image/jpeg',
        hash: createHash('sha256').update(original).digest('hex'),
      },
    ]);
    await page.keyboard.press('Escape');
    await expect(reel).toBeHidden();
    await expect(third).toBeFocused();
    await deleteRun(page);
  });
});
