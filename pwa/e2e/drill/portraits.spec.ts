import { expect, test, type Page } from '@playwright/test';
import { enter, signIn, type Account } from '../accounts.js';
import { BUSY, deleteRun } from '../journey.js';
import { look, lookTwice, PHONE } from '../look.js';
import { expectPreviews, openRun, pictureIn, tiles, viewer } from '../portraits.js';
import { finishedRun, type RunView } from '../result-run.js';

// One run is enough for all: making it takes longer than each of them.
test.describe.configure({ mode: 'serial' });

let account: Account;
let run: RunView;
test.beforeAll(async ({ playwright, baseURL }, info) => {
  const request = await playwright.request.newContext({ baseURL });
  account = await enter({ request });
  run = await finishedRun(request, info.outputDir);
  await request.dispose();
});

test.describe('on a phone', () => {
  test.use({ ...PHONE, hasTouch: true });

  test('portraits are picked out and friends vote on them by a link that ends with a tap; one is cut anew, and the file is what was seen', async ({
    page,
    browser,
  }) => {
    await openRun(page, account, run);
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
    await friend.getByRole('button', { name: 'Für Portrait 2 stimmen' }).tap();
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
});

test.describe('as an example', () => {
  test.use({ serviceWorkers: 'allow' });

  test('portraits are offered with nothing chosen beforehand, shown to visitors once an admin accepts, and gone from a page that stands open, and from one the browser kept, within a minute of one press', async ({
    page,
    browser,
    baseURL,
  }) => {
    await openRun(page, account, run);
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
    expectPreviews(await openRun(page, account, run));
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
