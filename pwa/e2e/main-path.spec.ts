import { createHash } from 'node:crypto';
import { expect, test, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { signIn, type Account } from './accounts.js';
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
import { runOf, type RunView } from './result-run.js';

// What the first test has made is looked at more closely by the others: a training and a run cost more than all the rest.
test.describe.configure({ mode: 'serial' });

let account: Account;
let run: RunView;

const tiles = (page: Page) => page.getByRole('button', { name: /im Vollbild$/ });
const heart = (within: Page | Locator, number: number) =>
  within.getByRole('button', { name: `Portrait ${number} als Favorit` });
const viewer = (page: Page) => page.getByRole('dialog', { name: 'Portraits im Vollbild' });
const message = (page: Page, text: string) => page.getByRole('region', { name: 'Meldungen' }).getByText(text).first();

/** Opens the finished run as its owner, in a new browser. @returns which variants of its pictures are fetched, from the start */
async function open(page: Page): Promise<string[]> {
  expect(await signIn(page.context(), account)).toBe(200);
  const fetched: string[] = [];
  page.on('request', (request) => {
    const variant = /media\/portraits\/[^/]+\/([^?]+)/.exec(request.url())?.[1];
    if (variant) fetched.push(variant);
  });
  await page.goto(`/app/generations/${run.id}`);
  await expect(tiles(page)).toHaveCount(8);
  await page.waitForLoadState('networkidle');
  return fetched;
}

/** On a phone the large preview of the first picture, small ones of the others, and no original. */
function expectPreviews(fetched: readonly string[], isDesk = false): void {
  expect(new Set(fetched)).toEqual(new Set(isDesk ? ['preview'] : ['preview', 'preview-960']));
  expect(fetched.filter((variant) => variant === 'preview-960')).toHaveLength(isDesk ? 0 : 1);
}

/** The first portrait of the viewer, its source, and a place in it. */
function pictureIn(reel: Locator) {
  const image = reel.getByRole('img', { name: 'Portrait 1 von 8' });
  return {
    source: () =>
      image.evaluate((element) => /portraits\/[^/]+\/([^?]+)/.exec((element as HTMLImageElement).currentSrc)?.[1]),
    /** Once it stands still. */
    eye: async () => {
      await image.evaluate((element) =>
        Promise.all(
          element
            .closest('[data-stage]')!
            .getAnimations()
            .map(({ finished }) => finished),
        ),
      );
      const { x, y, width, height } = (await image.boundingBox())!;
      return { x: x + width * 0.5, y: y + height * 0.35 };
    },
  };
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

  test('portraits are picked out and friends vote on them by a link that ends with a tap; one is cut anew, and the file is what was seen', async ({
    page,
    browser,
  }) => {
    await open(page);
    await page.getByRole('button', { name: 'Auswählen', exact: true }).tap();
    for (const number of [1, 2]) await page.getByRole('button', { name: `Portrait ${number} auswählen` }).tap();
    await page.getByRole('button', { name: 'Zwei vergleichen' }).tap();
    const pair = page.getByRole('dialog', { name: 'Nebeneinander' });
    await expect(pair.getByRole('img')).toHaveCount(2);
    await look(page);
    await page.goBack();
    await expect(pair).toBeHidden();
    await page.getByRole('button', { name: 'Freunde fragen' }).tap();
    await look(page);
    await page.getByRole('button', { name: 'Link erstellen' }).tap();
    const link = await page.getByRole('textbox', { name: 'Link für Ihre Freunde' }).inputValue();
    await page.getByRole('dialog').getByRole('button', { name: 'Schliessen' }).tap();
    await expect(page.getByText(/^Noch keine Stimme · offen bis/)).toBeVisible();

    const friend = await browser.newPage({ ...PHONE, hasTouch: true });
    const addresses: string[] = [];
    friend.on('request', (request) => addresses.push(request.url() + (request.headers()['referer'] ?? '')));
    await friend.goto(link);
    const choices = friend.getByRole('img', { name: /^Portrait \d von \d$/ });
    await expect.poll(() => choices.count(), BUSY).toBe(2);
    await friend.getByRole('button', { name: 'Portrait 2 wählen' }).tap();
    await expect(friend.getByText('Danke, Ihre Stimme zählt.')).toBeVisible();
    await look(friend);
    // The secret of the link is in no address that left the browser.
    expect(addresses.filter((address) => address.includes(link.split('#')[1]!))).toEqual([]);
    await page.getByRole('button', { name: 'Stimmen neu zählen' }).tap();
    await expect(page.getByRole('img', { name: 'Portrait mit 1 Stimme' })).toBeVisible();
    await page.getByRole('button', { name: 'Jetzt beenden' }).tap();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Jetzt beenden' }).tap();
    await expect(page.getByText(/^1 Stimme · beendet am/)).toBeVisible();
    await friend.reload();
    await expect(friend.getByRole('heading', { name: 'Diese Abstimmung ist vorbei' })).toBeVisible();
    await friend.close();

    await tiles(page).first().tap();
    await viewer(page)
      .getByRole('button', { name: /^Formate von Portrait 1/ })
      .tap();
    await page.getByRole('menuitem', { name: 'Selbst anpassen …' }).tap();
    const editor = page.getByRole('dialog', { name: 'Feinschliff: Portrait 1' });
    await editor.getByRole('slider', { name: 'Grösse' }).press('ArrowRight');
    await look(page);
    const [saved] = await Promise.all([
      page.waitForEvent('download', BUSY),
      editor.getByRole('button', { name: 'Speichern und herunterladen' }).tap(),
    ]);
    expect(saved.suggestedFilename()).toMatch(/^portrait-\d+-linkedin-v1\.jpg$/);
    await expect(editor).toBeHidden();
    await viewer(page)
      .getByRole('button', { name: /^Formate von Portrait 1/ })
      .tap();
    await expect(page.getByRole('menuitem', { name: /^Fassung 1: LinkedIn/ })).toBeVisible();
  });

  test('Back and a pull down close the viewer, its menu and a dialog, and the page stays', async ({ page }) => {
    await page.goto('/styles');
    await open(page);
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

  test('the viewer is walked through, looked into and left with keys alone; the mouse shows a picture closer; what is handed on is the original, byte for byte', async ({
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
    expectPreviews(await open(page), true);
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
  });
});

test.describe('as an example', () => {
  test.use({ serviceWorkers: 'allow' });

  test('portraits are offered with nothing chosen beforehand, shown to visitors once an admin accepts, and gone from a page that stands open, and from one the browser kept, within a minute of one press', async ({
    page,
    browser,
    baseURL,
  }) => {
    await open(page);
    await page.getByRole('button', { name: 'Auswahl treffen' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(0);
    await expect(dialog.getByRole('radio', { checked: true })).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Zur Prüfung senden' }).click();
    await expect(dialog.getByText('Bitte wählen Sie mindestens ein Portrait.')).toBeVisible();
    await lookTwice(page);
    for (const number of [1, 2]) await dialog.getByRole('img', { name: `Portrait ${number}` }).click();
    for (const choice of ['Startseite', '6 Monate ab dem Tag, an dem wir sie zeigen'])
      await dialog.getByText(choice).click();
    await dialog.getByRole('textbox').fill('Anna B.');
    await dialog.getByText(/^Ja, ich bin auf diesen Bildern/).click();
    await dialog.getByRole('button', { name: 'Zur Prüfung senden' }).click();
    await expect(page.getByText('Ihr Angebot wartet auf unsere Prüfung.')).toBeVisible();

    const office = await browser.newContext({ baseURL });
    expect(await signIn(office, JSON.parse(process.env.BILDNIS_ADMIN!) as Account)).toBe(200);
    const register = await office.newPage();
    await expect(async () => {
      await register.goto('/admin/examples');
      await expect(register.getByRole('list', { name: 'Bilder von «Anna B.»' }).getByRole('img')).toHaveCount(2);
    }).toPass({ timeout: 30_000 });
    await lookTwice(register);
    await register.getByRole('button', { name: 'Angebot «Anna B.» annehmen und zeigen' }).click();
    await register.getByRole('button', { name: 'Annehmen und zeigen', exact: true }).click();
    await expect(register.getByText('Zu sehen', { exact: true })).toBeVisible();

    const visitor = await browser.newContext({ baseURL });
    const [standing, kept] = [await visitor.newPage(), await visitor.newPage()];
    const examples = (within: Page) => within.getByRole('img', { name: /^Anna B\., Portrait im Style/ });
    for (const each of [standing, kept]) {
      await each.clock.install();
      await each.goto('/');
      await expect(examples(each)).toHaveCount(2);
    }
    await examples(standing).first().scrollIntoViewIfNeeded();
    await lookTwice(standing);
    await kept.goto('/legal/imprint');

    await page.reload();
    await page.getByRole('button', { name: 'Freigabe zurückziehen' }).click();
    await expect(page.getByRole('button', { name: 'Auswahl treffen' })).toBeVisible();
    await standing.clock.fastForward('00:31');
    await expect(examples(standing)).toHaveCount(0);
    await kept.goBack();
    await expect(examples(kept)).toHaveCount(0);
    for (const context of [office, visitor]) await context.close();
  });
});

test.describe('on a screen as dense as a phone has', () => {
  // That is what the larger previews are for.
  test.use({ deviceScaleFactor: 3 });

  test('on a phone: a swipe leads on, two taps and two fingers show a picture closer, in full quality, and it is seen beside its photo; then the run is deleted', async ({
    page,
    context,
  }) => {
    expectPreviews(await open(page));
    await lookTwice(page);
    await tiles(page).first().tap();
    const reel = viewer(page);
    const touch = await context.newCDPSession(page);
    const fingers = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints });
    const { source, eye } = pictureIn(reel);
    await expect.poll(source).toBe('preview-960');

    const before = await eye();
    await page.touchscreen.tap(before.x, before.y);
    await page.touchscreen.tap(before.x, before.y);
    await expect(reel.getByText('250%')).toBeVisible();
    await expect.poll(source).toBe('original');
    // What was tapped is still under the finger, and a drag moves it along.
    const near = await eye();
    expect(Math.hypot(near.x - before.x, near.y - before.y)).toBeLessThan(3);
    await fingers('touchStart', { x: 200, y: 400 });
    await fingers('touchMove', { x: 140, y: 360 });
    await fingers('touchEnd');
    expect((await eye()).x - near.x).toBeCloseTo(-60, 0);
    expect((await eye()).y - near.y).toBeCloseTo(-40, 0);
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
    // Another picture is whole again, and so is this one when it comes back.
    await reel.getByRole('button', { name: 'Nächstes Portrait' }).click();
    await reel.getByRole('button', { name: 'Vorheriges Portrait' }).click();
    await expect(reel.getByText('1 / 8')).toBeVisible();
    await expect(reel.getByText('100%')).toBeVisible();

    const compare = reel.getByRole('button', { name: 'Vorher', exact: true });
    await compare.click();
    await expect(compare).toHaveAttribute('aria-pressed', 'true');
    const slider = reel.getByRole('slider', { name: 'Vorher: Ihr Foto, freigestellt' });
    const covered = () =>
      reel.locator('[data-current] [style*="clip-path"]').evaluate((element) => getComputedStyle(element).clipPath);
    await expect.poll(covered).toBe('inset(0px 50% 0px 0px)');
    await slider.press('End');
    await expect.poll(covered).toBe('inset(0px 0% 0px 0px)');
    await slider.press('Home');
    await slider.press('PageUp');
    // The line is where the slider is once that has been drawn.
    await expect.poll(covered).toBe('inset(0px 90% 0px 0px)');
    // The line in the picture does the same.
    const stage = (await reel.getByRole('img', { name: 'Portrait 1 von 8' }).boundingBox())!;
    const from = (await reel.locator('[data-own-gestures]').boundingBox())!;
    await page.mouse.move(from.x + from.width / 2, stage.y + stage.height / 2);
    await page.mouse.down();
    await page.mouse.move(stage.x + stage.width * 0.4, stage.y + stage.height / 2, { steps: 5 });
    await page.mouse.up();
    await expect.poll(async () => Number(await slider.inputValue())).toBeCloseTo(0.4, 1);
    await expect(reel.getByText('1 / 8')).toBeVisible();
    await look(page);
    // The photo is not to be kept by anybody on the way.
    const { portraits } = run;
    expect(portraits.every((portrait) => portrait.before)).toBe(true);
    const photo = await context.request.get(portraits[0]!.before!.url);
    expect([photo.status(), photo.headers()['cache-control'], photo.headers()['content-type']]).toEqual([
      200,
      'private, no-store',
      'image/jpeg',
    ]);
    await compare.click();
    await expect(slider).toBeHidden();

    await fingers('touchStart', { x: 340, y: 420 });
    for (let x = 320; x >= 60; x -= 20) await fingers('touchMove', { x, y: 420 });
    await fingers('touchEnd');
    await expect(reel.getByText('2 / 8')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(reel).toBeHidden();
    await deleteRun(page);
  });
});
