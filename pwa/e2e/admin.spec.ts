import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { openAccount, signIn } from './accounts.js';
import { complaintsOf } from './journey.js';
import { look, lookTwice } from './look.js';

const admin = JSON.parse(process.env.BILDNIS_ADMIN ?? 'null') as { email: string; password: string } | null;

/** The first admin of this server is signed in. */
async function asAdmin(context: BrowserContext): Promise<void> {
  expect(admin, 'the server says who its first admin is').not.toBeNull();
  expect(await signIn(context, admin!)).toBe(200);
}

const toast = (page: Page, title: string) => page.getByRole('alertdialog').filter({ hasText: title }).first();
const fill = async (page: Page, reason: string) => page.getByLabel('Grund').fill(reason);
const row = (page: Page, email: string) => page.getByRole('list', { name: 'User verwalten' }).getByRole('listitem').filter({ hasText: email });

async function choose(page: Page, email: string, act: string): Promise<void> {
  await page.getByRole('button', { name: `Aktionen für ${email}` }).click();
  await page.getByRole('menuitem', { name: act }).click();
}

test('the gate: a visitor signs in first, anybody else is told, and neither fetches a line of it', async ({ page, context, request }) => {
  const fetched: string[] = [];
  page.on('request', (each) => fetched.push(each.url()));
  await page.goto('/admin/users');
  await expect(page).toHaveURL(/\/auth/);
  expect(await signIn(context, await openAccount(request))).toBe(200);
  await page.goto('/admin/users');
  await expect(page).toHaveURL(/\/app$/);
  await expect(toast(page, 'Zugriff verweigert')).toContainText('Sie haben keine Admin-Berechtigung');
  await page.getByRole('button', { name: /Menü von/ }).first().click();
  await expect(page.getByRole('menuitem', { name: 'Einstellungen' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Admin Panel' })).toHaveCount(0);
  expect(fetched.filter((url) => /assets\/admin-|api\/v1\/admin/.test(url))).toEqual([]);
});

test('every place of the area, both themes, without a finding', async ({ page, context }) => {
  await asAdmin(context);
  const complaints = complaintsOf(page);
  await page.goto('/app');
  await page.getByRole('button', { name: /Menü von/ }).first().click();
  await page.getByRole('menuitem', { name: 'Admin Panel' }).click();
  await expect(page).toHaveURL(/\/admin$/);
  await expect(page.getByText('Abos pro Monat')).toBeVisible();
  await lookTwice(page);
  for (const [path, title] of [['users', 'User verwalten'], ['styles', 'Styles verwalten'], ['credit-packs', 'Credit Packs'], ['queues', 'Warteschlangen'], ['retention', 'Aufbewahrung'], ['audit', 'Protokoll']] as const) {
    await page.goto(`/admin/${path}`);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await lookTwice(page);
  }
  await page.goto('/admin/nirgends');
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
  expect(complaints).toEqual([]);
});

test('a user is found, gets and loses credits, is blocked and let in again', async ({ page, context, browser, request }) => {
  await asAdmin(context);
  const account = await openAccount(request);
  const theirs = await browser.newContext();
  expect(await signIn(theirs, account)).toBe(200);
  const them = await theirs.newPage();
  await them.goto('/app');
  await expect(them.getByText('Kein aktives Abo')).toBeVisible();

  await page.goto('/admin/users');
  await page.getByRole('searchbox').fill(account.email);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/q=petra/);
  await expect(page.getByRole('list', { name: 'User verwalten' }).getByRole('listitem')).toHaveCount(1);
  await expect(row(page, account.email)).toContainText('Petra Muster · 0 Credits · User');

  await choose(page, account.email, 'Credits anpassen');
  await page.getByRole('button', { name: 'Hinzufügen' }).click();
  await expect(page.getByText('Bitte geben Sie eine ganze Zahl von 1 bis 10’000 ein.')).toBeVisible();
  await look(page);
  await page.getByRole('textbox', { name: 'Anzahl Credits' }).fill('50');
  await fill(page, 'Kulanz');
  await page.getByRole('button', { name: 'Hinzufügen' }).click();
  await expect(toast(page, 'Credits aktualisiert')).toContainText('+50 Credits, neuer Stand 50.');
  await expect(row(page, account.email)).toContainText('50 Credits');
  // The customer sees it at once.
  await expect(them.getByText('50 Credits').filter({ visible: true }).or(them.getByLabel('Guthaben und Konto').getByText('50').filter({ visible: true }))).toBeVisible();

  await choose(page, account.email, 'Credits anpassen');
  await page.getByRole('textbox', { name: 'Anzahl Credits' }).fill('51');
  await fill(page, 'Irrtum');
  await page.getByRole('button', { name: 'Abziehen' }).click();
  await expect(page.getByRole('dialog').getByText('Credits können nicht negativ sein')).toBeVisible();
  await page.getByRole('textbox', { name: 'Anzahl Credits' }).fill('20');
  await page.getByRole('button', { name: 'Abziehen' }).click();
  await expect(toast(page, 'Credits aktualisiert').filter({ hasText: '−20' })).toContainText('neuer Stand 30.');

  await choose(page, account.email, 'Blockieren');
  await page.getByRole('button', { name: 'Blockieren' }).click();
  await expect(page.getByText('Bitte geben Sie einen Grund an.')).toBeVisible();
  await fill(page, 'Missbrauch');
  await page.getByRole('button', { name: 'Blockieren' }).click();
  await expect(toast(page, 'User blockiert')).toContainText('Der User kann sich nicht mehr anmelden');
  await expect(row(page, account.email)).toContainText('Blockiert');
  await expect(them).toHaveURL(/\/auth/);
  expect(await signIn(theirs, account)).toBe(403);

  await page.getByRole('link', { name: account.email }).click();
  await expect(page.getByText('Blockiert, weil')).toBeVisible();
  await expect(page.getByText('Bilder von Kunden sind hier nicht einsehbar.')).toBeVisible();
  await lookTwice(page);
  await page.getByRole('tab', { name: 'Credits' }).click();
  await expect(page.getByRole('tabpanel')).toContainText('−20');
  await page.getByRole('tab', { name: 'Protokoll' }).click();
  await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(3);
  await page.getByRole('button', { name: 'Freigeben' }).click();
  await fill(page, 'Geklärt');
  await page.getByRole('dialog').getByRole('button', { name: 'Freigeben' }).click();
  await expect(toast(page, 'User freigegeben')).toContainText('Der User kann sich wieder anmelden');
  expect(await signIn(theirs, account)).toBe(200);
  await theirs.close();
});

test('styles are switched off and on and edited, packs are made, changed and deleted', async ({ page, context }) => {
  await asAdmin(context);
  await page.goto('/admin/styles');
  const style = page.getByRole('list', { name: 'Styles verwalten' }).getByRole('listitem').filter({ hasText: 'Blaue Stunde' });
  await page.getByRole('button', { name: '«Blaue Stunde» deaktivieren' }).click();
  await expect(toast(page, 'Style deaktiviert')).toBeVisible();
  await expect(style).toContainText('Ausgeschaltet');
  expect((await context.request.get('/api/v1/styles/blaue-stunde')).status()).toBe(404);
  await page.getByRole('button', { name: '«Blaue Stunde» aktivieren' }).click();
  await expect(toast(page, 'Style aktiviert')).toBeVisible();
  await page.getByRole('button', { name: '«Blaue Stunde» bearbeiten' }).click();
  await page.getByLabel('Adresse').fill('linkedin');
  await page.getByRole('button', { name: 'Speichern' }).click();
  await expect(page.getByRole('dialog').getByText('Diese Adresse gehört schon zu einem anderen Style.')).toBeVisible();
  await look(page);
  await page.getByLabel('Adresse').fill('Blaue Stunde');
  await page.getByRole('button', { name: 'Speichern' }).click();
  await expect(page.getByText('Nur Kleinbuchstaben, Ziffern und einzelne Bindestriche.')).toBeVisible();
  await page.getByLabel('Adresse').fill('blaue-stunde');
  await page.getByLabel('Beschreibung').fill('Die Stadt nach Sonnenuntergang.');
  await page.getByRole('button', { name: 'Speichern' }).click();
  await expect(toast(page, 'Style aktualisiert')).toBeVisible();

  await page.goto('/admin/credit-packs');
  await page.getByRole('button', { name: 'Neues Kreditpaket' }).click();
  await page.getByRole('button', { name: 'Speichern' }).click();
  await expect(page.getByText('Bitte geben Sie einen Preis ab 0.50 ein.')).toBeVisible();
  await page.getByLabel('Name').fill('XL');
  await page.getByRole('textbox', { name: 'Credits' }).fill('600');
  await page.getByRole('textbox', { name: 'Preis in CHF, inkl. MWST' }).fill('39.90');
  await look(page);
  await page.getByRole('button', { name: 'Speichern' }).click();
  await expect(toast(page, 'Erfolgreich erstellt')).toBeVisible();
  const pack = page.getByRole('list', { name: 'Credit Packs' }).getByRole('listitem').filter({ hasText: 'XL' });
  await expect(pack).toContainText('600 Credits · CHF 39.90 · 0 Mal verkauft');
  await page.getByRole('button', { name: 'Kreditpaket «XL» bearbeiten' }).click();
  await page.getByRole('textbox', { name: 'Preis in CHF, inkl. MWST' }).fill('38.50');
  await page.getByRole('button', { name: 'Speichern' }).click();
  await expect(toast(page, 'Erfolgreich aktualisiert')).toBeVisible();
  await expect(pack).toContainText('CHF 38.50');
  await page.getByRole('button', { name: 'Kreditpaket «XL» löschen' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Möchten Sie dieses Kreditpaket wirklich löschen?' })).toBeVisible();
  await page.getByRole('button', { name: 'Löschen', exact: true }).click();
  await expect(toast(page, 'Erfolgreich gelöscht')).toBeVisible();
  await expect(pack).toHaveCount(0);
});

test('the side bar folds by Ctrl + B and stays folded for a week; on a phone the places are behind a button', async ({ page, context }, info) => {
  await asAdmin(context);
  await page.goto('/admin');
  const places = page.getByRole('navigation', { name: 'Admin Panel' });
  if (info.project.name === 'desktop') {
    const width = async () => (await places.boundingBox())?.width;
    // The page listens to keys once it stands.
    await expect(page.getByText('Abos pro Monat')).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    const open = (await width())!;
    await page.keyboard.press('Control+b');
    await expect.poll(width).toBeLessThan(open / 2);
    await expect(page.getByRole('button', { name: 'Seitenleiste ausklappen' })).toHaveAttribute('aria-expanded', 'false');
    const cookie = (await context.cookies(page.url())).find(({ name }) => name === 'bildnis.sidebar');
    expect(cookie).toMatchObject({ value: 'folded', path: '/admin' });
    expect(Math.round((cookie!.expires - Date.now() / 1000) / 86_400)).toBe(7);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Seitenleiste ausklappen' })).toBeVisible();
    await expect.poll(width).toBeLessThan(open / 2);
    await page.getByRole('link', { name: 'User verwalten' }).click();
    await expect(page).toHaveURL(/\/admin\/users/);
    await page.getByRole('button', { name: 'Seitenleiste ausklappen' }).click();
    await expect.poll(width).toBe(open);
  } else {
    await expect(places).toBeHidden();
    await page.getByRole('button', { name: 'Menü' }).click();
    await look(page);
    await places.getByRole('link', { name: 'Styles verwalten' }).click();
    await expect(page).toHaveURL(/\/admin\/styles/);
    await expect(places).toBeHidden();
  }
  await page.getByRole('button', { name: 'Abmelden' }).click();
  await expect(page).toHaveURL(/\/$/);
});

test('figures that cannot be loaded are 0, and the page says so', async ({ browser }) => {
  const context = await browser.newContext();
  await asAdmin(context);
  const page = await context.newPage();
  await page.route('**/api/v1/admin/stats', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/admin');
  await expect(page.getByText('Die Zahlen konnten nicht geladen werden.')).toBeVisible();
  await expect(page.getByRole('definition').first()).toHaveText('0');
  await context.close();
});
