import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { enter, signIn } from './accounts.js';
import { complaintsOf } from './journey.js';
import { DESK, lookHere, lookTwice, resize } from './look.js';
import { overlaysGone } from './overlays.js';
import { subscribe } from './payments.js';

const headers = { origin: new URL(process.env.BILDNIS_URL ?? 'http://localhost:3000').origin };
const admin = JSON.parse(process.env.BILDNIS_ADMIN ?? 'null') as { email: string; password: string } | null;
const mailbox = process.env.BILDNIS_MAILBOX_URL ?? '';

/** The first admin of this server is signed in. */
async function asAdmin(context: BrowserContext): Promise<void> {
  expect(admin, 'the server says who its first admin is').not.toBeNull();
  expect(await signIn(context, admin!)).toBe(200);
}

const toast = (page: Page, title: string) => page.getByRole('alertdialog').filter({ hasText: title }).first();
const rows = (page: Page, list: string) => page.getByRole('list', { name: list }).getByRole('listitem');
const accountMenu = (page: Page) => page.getByRole('button', { name: /Menü von/ }).first();
const give = (page: Page, name: string, value: string) => page.getByRole('textbox', { name }).fill(value);
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('the gate: a visitor signs in first, anybody else is told, and neither fetches a line of it', async ({
  page,
  context,
}) => {
  const fetched: string[] = [];
  page.on('request', (each) => fetched.push(each.url()));
  await page.goto('/admin/users');
  await expect(page).toHaveURL(/\/auth/);
  await enter(context);
  await page.goto('/admin/users');
  await expect(page).toHaveURL(/\/app$/);
  await expect(toast(page, 'Zugriff verweigert')).toContainText('Sie haben keine Admin-Berechtigung');
  await accountMenu(page).click();
  await expect(page.getByRole('menuitem', { name: 'Einstellungen' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Admin Panel' })).toHaveCount(0);
  expect(fetched.filter((url) => /assets\/admin-|api\/v1\/admin/.test(url))).toEqual([]);
});

test('every place of the area, both themes, without a finding: behind a button on a phone, in a side bar that folds for a week at a desk', async ({
  page,
  context,
}) => {
  await asAdmin(context);
  const complaints = complaintsOf(page);
  await page.goto('/app');
  await accountMenu(page).click();
  await page.getByRole('menuitem', { name: 'Admin Panel' }).click();
  await expect(page).toHaveURL(/\/admin$/);
  await expect(page.getByText('Abos pro Monat')).toBeVisible();
  await lookTwice(page);
  const places = page.getByRole('navigation', { name: 'Admin Panel' });
  await expect(places).toBeHidden();
  await press(page, 'Menü');
  await lookHere(page);
  for (const [path, title] of [
    ['users', 'User verwalten'],
    ['styles', 'Styles verwalten'],
    ['credit-packs', 'Credit Packs'],
    ['examples', 'Beispiele'],
    ['judgements', 'Urteile'],
    ['cases', 'Offene Fälle'],
    ['operations', 'Betrieb'],
    ['queues', 'Warteschlangen'],
    ['retention', 'Aufbewahrung'],
    ['audit', 'Protokoll'],
  ] as const) {
    if (path !== 'users') await press(page, 'Menü');
    await places.getByRole('link', { name: title }).click();
    await expect(page).toHaveURL(new RegExp(`/admin/${path}$`));
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page).toHaveTitle(`${title} | Bildnis`);
    await expect(places).toBeHidden();
    // Cases are looked at where there are some.
    if (path !== 'cases') await lookTwice(page);
  }

  await resize(page, DESK.viewport);
  const width = async () => (await places.boundingBox())?.width;
  await page.evaluate(() => document.fonts.ready);
  const open = (await width())!;
  await page.keyboard.press('Control+b');
  await expect.poll(width).toBeLessThan(open / 2);
  const cookie = (await context.cookies(page.url())).find(({ name }) => name === 'bildnis.sidebar');
  expect(cookie).toMatchObject({ value: 'folded', path: '/admin' });
  expect(Math.round((cookie!.expires - Date.now() / 1000) / 86_400)).toBe(7);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Seitenleiste ausklappen' })).toHaveAttribute('aria-expanded', 'false');
  await expect.poll(width).toBeLessThan(open / 2);
  await page.keyboard.press('Meta+b');
  await expect.poll(width).toBe(open);
  await press(page, 'Abmelden');
  await expect(page).toHaveURL(/\/$/);
  expect(complaints).toEqual([]);
});

test('a user is found, gets and loses credits, is blocked and let in again', async ({ page, context, browser }) => {
  await asAdmin(context);
  const theirs = await browser.newContext();
  const account = await enter(theirs);
  const them = await theirs.newPage();
  await them.goto('/app#abo');
  await expect(them.getByText('Kein aktives Abo')).toBeVisible();

  await page.goto('/admin/users');
  const box = page.getByRole('searchbox');
  // However long it takes, the field stays where it is and keeps the focus.
  const SLOW = '**/api/v1/admin/users?*';
  await page.route(SLOW, async (route) => (await new Promise((done) => setTimeout(done, 1500)), route.continue()), {
    times: 1,
  });
  await box.fill('nirgends');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Niemand gefunden')).toBeVisible();
  await expect(box).toBeFocused();
  await box.fill(account.email);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/q=petra/);
  const found = rows(page, 'User verwalten');
  await expect(found).toHaveCount(1);
  await expect(found).toContainText('Petra Muster · 0 Credits · User');
  // The field says what is searched for on the way back, too.
  await page.goBack();
  await expect(box).toHaveValue('nirgends');
  await page.goForward();
  await expect(box).toHaveValue(account.email);

  const choose = async (act: string) => {
    await press(page, `Aktionen für ${account.email}`);
    await page.getByRole('menuitem', { name: act }).click();
  };
  for (const [button, amount, delta, balance] of [
    ['Hinzufügen', '50', '+50', '50'],
    ['Abziehen', '20', '−20', '30'],
  ] as const) {
    await choose('Credits anpassen');
    await give(page, 'Anzahl Credits', amount);
    await give(page, 'Grund', 'Kulanz');
    await press(page, button);
    await expect(toast(page, `Änderung ${delta}, neuer Stand ${balance}.`)).toBeVisible();
    await expect(found).toContainText(`${balance} Credits`);
  }
  // The customer sees it at once.
  await expect(
    them
      .getByText('30 Credits')
      .filter({ visible: true })
      .or(them.getByLabel('Guthaben und Konto').getByText('30').filter({ visible: true })),
  ).toBeVisible();

  await choose('Blockieren');
  await give(page, 'Grund', 'Missbrauch.\nMehrfach.');
  await press(page, 'Blockieren');
  await expect(toast(page, 'User blockiert')).toContainText('Der User kann sich nicht mehr anmelden');
  await expect(found).toContainText('Blockiert');
  await expect(them).toHaveURL(/\/auth/);
  expect(await signIn(theirs, account)).toBe(403);

  await page.getByRole('link', { name: account.email }).click();
  await expect(page.getByText('Blockiert, weil')).toBeVisible();
  await expect(page.getByText('Bilder von Kundinnen und Kunden sind hier nicht zu sehen.')).toBeVisible();
  await lookTwice(page);
  await page.getByRole('tab', { name: 'Credits' }).click();
  await expect(page.getByRole('tabpanel')).toContainText('−20');
  await page.getByRole('tab', { name: 'Protokoll' }).click();
  await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(3);
  await press(page, 'Freigeben');
  await give(page, 'Grund', 'Geklärt');
  await page.getByRole('dialog').getByRole('button', { name: 'Freigeben' }).click();
  await expect(toast(page, 'User freigegeben')).toContainText('Der User kann sich wieder anmelden');
  expect(await signIn(theirs, account)).toBe(200);
  await theirs.close();
});

test(
  'a withdrawal that only a person can settle is assigned by keyboard, paid back, and written down',
  { tag: '@drill' },
  async ({ page, context, browser }) => {
    await asAdmin(context);
    const theirs = await browser.newContext();
    const account = await enter(theirs);
    await subscribe(theirs, 'starter');
    const declared = await theirs.request.post('/api/v1/declarations/withdrawals', {
      headers,
      data: {
        name: 'Petra Muster',
        email: 'neu@example.org',
        orderNumber: 'vom Mai',
        statement: 'Die Bestellnummer finde ich nicht mehr.',
      },
    });
    const { number } = (await declared.json()) as { number: string };
    const declarations = async () => (await context.request.get('/api/v1/admin/declarations?limit=50')).text();
    await expect.poll(declarations).toContain(number);

    await page.goto('/admin');
    await page.getByRole('link', { name: /von Hand zu prüfen/ }).click();
    await expect(page).toHaveURL(/\/admin\/cases$/);
    const declaration = rows(page, 'Kündigungen und Widerrufe').filter({ hasText: number });
    await expect(declaration).toContainText('Zu dieser Adresse gibt es kein Konto.');
    await lookTwice(page);
    await press(page, `${number} zuordnen`);
    await expect(page.getByText(/^Nichts gefunden/)).toBeVisible();
    await expect(page.getByRole('searchbox')).toBeFocused();
    await page.keyboard.type(account.email);
    await page.keyboard.press('Enter');
    const order = page.getByRole('radio', { name: account.email });
    await expect(order).toBeVisible();
    await press(page, 'Zuordnen');
    await expect(page.getByText('Bitte wählen Sie einen Vertrag.')).toBeVisible();
    await expect(page.getByText('Bitte geben Sie einen Grund an.')).toBeVisible();
    await lookTwice(page);
    await order.focus();
    await page.keyboard.press('Space');
    await give(page, 'Grund', 'Am Telefon geklärt');
    await press(page, 'Zuordnen');
    await expect(toast(page, 'Wird ausgeführt')).toContainText(account.email);
    await expect(declaration).toHaveCount(0);
    const mails = async () =>
      (await context.request.get(`${mailbox}/messages?to=${encodeURIComponent(account.email)}`)).text();
    await expect.poll(mails).toMatch(/Ihr Widerruf ist bestätigt.*CHF 9\.90/s);

    await page.goto('/admin/audit');
    const entry = rows(page, 'Protokoll').filter({ hasText: 'Zugeordnet und ausgeführt' }).first();
    await expect(entry).toContainText('Am Telefon geklärt');
    await theirs.close();
  },
);

test('styles are switched off and on and edited, packs are made, changed and deleted', async ({ page, context }) => {
  await asAdmin(context);
  await page.goto('/admin/styles');
  const style = rows(page, 'Styles verwalten').filter({ hasText: 'Blaue Stunde' });
  await press(page, '«Blaue Stunde» deaktivieren');
  await expect(toast(page, 'Style deaktiviert')).toBeVisible();
  await expect(style).toContainText('Ausgeschaltet');
  expect((await context.request.get('/api/v1/styles/blaue-stunde')).status()).toBe(404);
  await press(page, '«Blaue Stunde» aktivieren');
  await expect(toast(page, 'Style aktiviert')).toBeVisible();
  await press(page, '«Blaue Stunde» bearbeiten');
  await give(page, 'Adresse', 'linkedin');
  await press(page, 'Speichern');
  await expect(page.getByRole('dialog').getByText('Diese Adresse gehört schon zu einem anderen Style.')).toBeVisible();
  await give(page, 'Adresse', 'blaue-stunde');
  await give(page, 'Beschreibung', 'Die Stadt nach Sonnenuntergang.');
  await press(page, 'Speichern');
  await expect(toast(page, 'Style aktualisiert')).toBeVisible();

  await overlaysGone(page);
  await page.goto('/admin/credit-packs');
  const price = page.getByRole('textbox', { name: 'Endpreis in CHF' });
  await press(page, 'Neues Credit-Paket');
  await give(page, 'Name', 'XL');
  await give(page, 'Credits', '600');
  // A comma is taken for the point it means.
  await price.pressSequentially('39,90');
  await press(page, 'Speichern');
  await expect(toast(page, 'Erfolgreich erstellt')).toBeVisible();
  const pack = rows(page, 'Credit Packs').filter({ hasText: 'XL' });
  await expect(pack).toContainText('600 Credits · CHF 39.90 · 0 Mal verkauft');
  await press(page, 'Credit-Paket «XL» bearbeiten');
  await price.fill('38.50');
  await press(page, 'Speichern');
  await expect(toast(page, 'Erfolgreich aktualisiert')).toBeVisible();
  await expect(pack).toContainText('CHF 38.50');
  await press(page, 'Credit-Paket «XL» löschen');
  await expect(
    page.getByRole('alertdialog', { name: 'Möchten Sie dieses Kreditpaket wirklich löschen?' }),
  ).toBeVisible();
  await press(page, 'Löschen');
  await expect(toast(page, 'Erfolgreich gelöscht')).toBeVisible();
  await expect(pack).toHaveCount(0);
});
