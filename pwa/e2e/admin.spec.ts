import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { openAccount, signIn } from './accounts.js';
import { complaintsOf } from './journey.js';
import { look, lookTwice } from './look.js';
import { failRefund, subscribe } from './payments.js';

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
  for (const [path, title] of [['users', 'User verwalten'], ['styles', 'Styles verwalten'], ['credit-packs', 'Credit Packs'], ['cases', 'Offene Fälle'], ['queues', 'Warteschlangen'], ['retention', 'Aufbewahrung'], ['audit', 'Protokoll']] as const) {
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

const mailbox = process.env.BILDNIS_MAILBOX_URL ?? '';

/** A mail to an address whose subject fits has come. */
async function expectMail(context: BrowserContext, email: string, subject: RegExp, words: RegExp): Promise<void> {
  await expect(async () => {
    const mails = (await (await context.request.get(`${mailbox}/messages?to=${encodeURIComponent(email)}`)).json()) as { subject: string; text: string }[];
    expect(mails.find((mail) => subject.test(mail.subject))?.text ?? '').toMatch(words);
  }).toPass({ timeout: 20_000 });
}

/** Declares without signing in. @returns its number, once it waits for somebody */
async function declareInVain(context: BrowserContext, email: string): Promise<string> {
  const answer = await context.request.post('/api/v1/declarations/withdrawals', { headers: { origin: new URL(process.env.BILDNIS_URL ?? 'http://localhost:3000').origin }, data: { name: 'Petra Muster', email, orderNumber: 'vom Mai', statement: 'Die Bestellnummer finde ich nicht mehr.' } });
  expect(answer.status()).toBe(202);
  return ((await answer.json()) as { number: string }).number;
}

test('what only a person can settle: a withdrawal is assigned and paid back, another answered, a refund that came back sent again', async ({ page, context, browser, request }) => {
  test.setTimeout(180_000);
  await asAdmin(context);
  const account = await openAccount(request);
  const theirs = await browser.newContext();
  expect(await signIn(theirs, account)).toBe(200);
  const them = await theirs.newPage();
  await subscribe(them, 'starter');
  const [assigned, answered] = [await declareInVain(context, 'neu@example.org'), await declareInVain(context, account.email)];

  const declarations = page.getByRole('list', { name: 'Kündigungen und Widerrufe' }).getByRole('listitem');
  const listed = async (path: string) => JSON.stringify(await (await context.request.get(`/api/v1/admin/${path}?limit=50`)).json());
  await expect.poll(() => listed('declarations'), { timeout: 20_000 }).toMatch(new RegExp(`${assigned}.*${answered}`));
  await page.goto('/admin');
  await page.getByRole('link', { name: /von Hand zu prüfen/ }).click();
  await expect(page).toHaveURL(/\/admin\/cases$/);
  for (const number of [assigned, answered]) await expect(declarations.filter({ hasText: number })).toBeVisible();
  await expect(declarations.filter({ hasText: assigned })).toContainText('Zu dieser Adresse gibt es kein Konto.');
  await expect(declarations.filter({ hasText: answered })).toContainText('Adresse und Bestellnummer gehören nicht zusammen.');
  await expect(declarations.filter({ hasText: answered }).getByRole('link', { name: account.email })).toBeVisible();
  await lookTwice(page);

  await page.getByRole('button', { name: `${assigned} zuordnen` }).click();
  await expect(page.getByText(/^Nichts gefunden/)).toBeVisible();
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type(account.email);
  await page.keyboard.press('Enter');
  const order = page.getByRole('radio', { name: account.email });
  await expect(order).toBeVisible();
  await page.getByRole('button', { name: 'Zuordnen', exact: true }).click();
  await expect(page.getByText('Bitte wählen Sie einen Vertrag.')).toBeVisible();
  await expect(page.getByText('Bitte geben Sie einen Grund an.')).toBeVisible();
  await lookTwice(page);
  await order.focus();
  await page.keyboard.press('Space');
  await fill(page, 'Am Telefon geklärt');
  await page.getByRole('button', { name: 'Zuordnen', exact: true }).click();
  await expect(toast(page, 'Wird ausgeführt')).toContainText(account.email);
  await expect(declarations.filter({ hasText: assigned })).toHaveCount(0);
  await expectMail(context, account.email, /^Ihr Widerruf ist bestätigt$/, /CHF 9\.90/);

  await page.getByRole('button', { name: `${answered} beantworten` }).click();
  await expect(page.getByText(`Geht per E-Mail an ${account.email} und steht im Protokoll.`)).toBeVisible();
  await fill(page, 'Diese Bestellung ist schon widerrufen.');
  await look(page);
  await page.getByRole('button', { name: 'Beantworten', exact: true }).click();
  await expect(toast(page, 'Beantwortet')).toContainText(answered);
  await expect(declarations.filter({ hasText: answered })).toHaveCount(0);
  await expectMail(context, account.email, /^Antwort zu Ihrem Widerruf/, /Diese Bestellung ist schon widerrufen\./);

  await failRefund(theirs);
  const refunds = page.getByRole('list', { name: 'Gescheiterte Rückzahlungen' }).getByRole('listitem');
  await expect.poll(() => listed('refunds'), { timeout: 20_000 }).toContain(account.email);
  await page.reload();
  await expect(refunds.filter({ hasText: account.email })).toContainText('Sie kam von der Bank zurück.');
  await page.getByRole('button', { name: `CHF 9.90 an ${account.email} von Hand erledigen` }).click();
  await page.getByRole('button', { name: 'Von Hand erledigen', exact: true }).click();
  await expect(page.getByText('Bitte wählen Sie, was mit dem Geld ist.')).toBeVisible();
  await lookTwice(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `CHF 9.90 an ${account.email} nochmals senden` }).click();
  await fill(page, 'Neue Karte');
  await look(page);
  await page.getByRole('button', { name: 'Nochmals senden', exact: true }).click();
  await expect(toast(page, 'Wird nochmals gesendet')).toBeVisible();
  await expect(refunds.filter({ hasText: account.email })).toHaveCount(0);
  await page.goto('/admin/audit');
  for (const [act, why] of [['Rückzahlung nochmals gesendet', 'Neue Karte'], ['Beantwortet und geschlossen', 'Diese Bestellung ist schon widerrufen.'], ['Zugeordnet und ausgeführt', 'Am Telefon geklärt']] as const) {
    await expect(page.getByRole('list', { name: 'Protokoll' }).getByRole('listitem').filter({ hasText: act }).filter({ hasText: why }).first()).toBeVisible();
  }
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
    const width = async () => (await places.boundingBox())!.width;
    const open = await width();
    await page.keyboard.press('Control+b');
    await expect.poll(width).toBeLessThan(open / 2);
    await expect(page.getByRole('button', { name: 'Seitenleiste ausklappen' })).toHaveAttribute('aria-expanded', 'false');
    const cookie = (await context.cookies(page.url())).find(({ name }) => name === 'bildnis.sidebar');
    expect(cookie).toMatchObject({ value: 'folded', path: '/admin' });
    expect(Math.round((cookie!.expires - Date.now() / 1000) / 86_400)).toBe(7);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Seitenleiste ausklappen' })).toBeVisible();
    expect(await width()).toBeLessThan(open / 2);
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
  const context = await browser.newContext({ serviceWorkers: 'block' });
  await asAdmin(context);
  const page = await context.newPage();
  await page.route('**/api/v1/admin/stats', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/admin');
  await expect(page.getByText('Die Zahlen konnten nicht geladen werden.')).toBeVisible();
  await expect(page.getByRole('definition').first()).toHaveText('0');
  await context.close();
});
