import { expect, test, type Browser, type BrowserContext, type Page, type Route } from '@playwright/test';
import { enter, openAccount, signIn, type Account } from './accounts.js';
import { complaintsOf } from './journey.js';
import { DESK, look, lookHere, lookTwice, resize } from './look.js';
import { failRefund, subscribe } from './payments.js';

const headers = { origin: new URL(process.env.BILDNIS_URL ?? 'http://localhost:3000').origin };
const admin = JSON.parse(process.env.BILDNIS_ADMIN ?? 'null') as { email: string; password: string } | null;

/** The first admin of this server is signed in. */
async function asAdmin(context: BrowserContext): Promise<void> {
  expect(admin, 'the server says who its first admin is').not.toBeNull();
  expect(await signIn(context, admin!)).toBe(200);
}

const toast = (page: Page, title: string) => page.getByRole('alertdialog').filter({ hasText: title }).first();
const fill = async (page: Page, reason: string) => page.getByLabel('Grund').fill(reason);
const row = (page: Page, email: string) =>
  page.getByRole('list', { name: 'User verwalten' }).getByRole('listitem').filter({ hasText: email });

async function choose(page: Page, email: string, act: string): Promise<void> {
  await page.getByRole('button', { name: `Aktionen für ${email}` }).click();
  await page.getByRole('menuitem', { name: act }).click();
}

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
  await page
    .getByRole('button', { name: /Menü von/ })
    .first()
    .click();
  await expect(page.getByRole('menuitem', { name: 'Einstellungen' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Admin Panel' })).toHaveCount(0);
  expect(fetched.filter((url) => /assets\/admin-|api\/v1\/admin/.test(url))).toEqual([]);
});

test('every place of the area, both themes, without a finding', async ({ page, context }) => {
  await asAdmin(context);
  const complaints = complaintsOf(page);
  await page.goto('/app');
  await page
    .getByRole('button', { name: /Menü von/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Admin Panel' }).click();
  await expect(page).toHaveURL(/\/admin$/);
  await expect(page.getByText('Abos pro Monat')).toBeVisible();
  await lookTwice(page);
  for (const [path, title] of [
    ['users', 'User verwalten'],
    ['styles', 'Styles verwalten'],
    ['credit-packs', 'Credit Packs'],
    ['cases', 'Offene Fälle'],
    ['queues', 'Warteschlangen'],
    ['retention', 'Aufbewahrung'],
    ['audit', 'Protokoll'],
  ] as const) {
    await page.goto(`/admin/${path}`);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await lookTwice(page);
  }
  await page.goto('/admin/nirgends');
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
  expect(complaints).toEqual([]);
});

test('a user is found, gets and loses credits, is blocked and let in again', async ({ page, context, browser }) => {
  await asAdmin(context);
  const theirs = await browser.newContext();
  const account = await enter(theirs);
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
  await expect(
    them
      .getByText('50 Credits')
      .filter({ visible: true })
      .or(them.getByLabel('Guthaben und Konto').getByText('50').filter({ visible: true })),
  ).toBeVisible();

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
  await fill(page, 'Missbrauch.\nMehrfach.');
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
    const mails = (await (await context.request.get(`${mailbox}/messages?to=${encodeURIComponent(email)}`)).json()) as {
      subject: string;
      text: string;
    }[];
    expect(mails.find((mail) => subject.test(mail.subject))?.text ?? '').toMatch(words);
  }).toPass({ timeout: 20_000 });
}

/** Declares without signing in. @returns its number, once it waits for somebody */
async function declareInVain(context: BrowserContext, email: string): Promise<string> {
  const answer = await context.request.post('/api/v1/declarations/withdrawals', {
    headers: { origin: new URL(process.env.BILDNIS_URL ?? 'http://localhost:3000').origin },
    data: { name: 'Petra Muster', email, orderNumber: 'vom Mai', statement: 'Die Bestellnummer finde ich nicht mehr.' },
  });
  expect(answer.status()).toBe(202);
  return ((await answer.json()) as { number: string }).number;
}

test('what only a person can settle: a withdrawal is assigned and paid back, another answered, a refund that came back sent again', async ({
  page,
  context,
  browser,
}) => {
  test.setTimeout(180_000);
  await asAdmin(context);
  const theirs = await browser.newContext();
  const account = await enter(theirs);
  await subscribe(theirs, 'starter');
  const [assigned, answered] = [
    await declareInVain(context, 'neu@example.org'),
    await declareInVain(context, account.email),
  ];

  const declarations = page.getByRole('list', { name: 'Kündigungen und Widerrufe' }).getByRole('listitem');
  const listed = async (path: string) =>
    JSON.stringify(await (await context.request.get(`/api/v1/admin/${path}?limit=50`)).json());
  await expect.poll(() => listed('declarations'), { timeout: 20_000 }).toMatch(new RegExp(`${assigned}.*${answered}`));
  await page.goto('/admin');
  await page.getByRole('link', { name: /von Hand zu prüfen/ }).click();
  await expect(page).toHaveURL(/\/admin\/cases$/);
  for (const number of [assigned, answered]) await expect(declarations.filter({ hasText: number })).toBeVisible();
  await expect(declarations.filter({ hasText: assigned })).toContainText('Zu dieser Adresse gibt es kein Konto.');
  await expect(declarations.filter({ hasText: answered })).toContainText(
    'Adresse und Bestellnummer gehören nicht zusammen.',
  );
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
  for (const [act, why] of [
    ['Rückzahlung nochmals gesendet', 'Neue Karte'],
    ['Beantwortet und geschlossen', 'Diese Bestellung ist schon widerrufen.'],
    ['Zugeordnet und ausgeführt', 'Am Telefon geklärt'],
  ] as const) {
    await expect(
      page
        .getByRole('list', { name: 'Protokoll' })
        .getByRole('listitem')
        .filter({ hasText: act })
        .filter({ hasText: why })
        .first(),
    ).toBeVisible();
  }
  await theirs.close();
});

test('styles are switched off and on and edited, packs are made, changed and deleted', async ({ page, context }) => {
  await asAdmin(context);
  await page.goto('/admin/styles');
  const style = page
    .getByRole('list', { name: 'Styles verwalten' })
    .getByRole('listitem')
    .filter({ hasText: 'Blaue Stunde' });
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
  await expect(page.getByText(/Bitte geben Sie einen Preis von CHF.0\.50 bis CHF.10’000\.00 ein/)).toBeVisible();
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
  await expect(
    page.getByRole('alertdialog', { name: 'Möchten Sie dieses Kreditpaket wirklich löschen?' }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Löschen', exact: true }).click();
  await expect(toast(page, 'Erfolgreich gelöscht')).toBeVisible();
  await expect(pack).toHaveCount(0);
});

test('the side bar folds by Ctrl + B or Cmd + B and stays folded for a week; on a phone the places are behind a button', async ({
  page,
  context,
}) => {
  await asAdmin(context);
  await page.goto('/admin');
  const places = page.getByRole('navigation', { name: 'Admin Panel' });
  await expect(page.getByText('Abos pro Monat')).toBeVisible();
  await expect(places).toBeHidden();
  await page.getByRole('button', { name: 'Menü' }).click();
  await lookHere(page);
  await places.getByRole('link', { name: 'Styles verwalten' }).click();
  await expect(page).toHaveURL(/\/admin\/styles/);
  await expect(places).toBeHidden();

  await resize(page, DESK.viewport);
  const width = async () => (await places.boundingBox())?.width;
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
  await page.keyboard.press('Meta+b');
  await expect.poll(width).toBeLessThan(open / 2);
  await page.keyboard.press('Meta+b');
  await expect.poll(width).toBe(open);
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

test('the search field says what is searched for on the way back, and the chart shows the span that was chosen last', async ({
  browser,
}) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  await asAdmin(context);
  const page = await context.newPage();
  await page.goto('/admin/users');
  const box = page.getByRole('searchbox');
  // However long it takes, the field stays where it is and keeps the focus.
  await page.route(
    '**/api/v1/admin/users?*',
    async (route) => (await new Promise((resolve) => setTimeout(resolve, 1500)), route.continue()),
  );
  for (const [word, found] of [
    ['nirgends', 'Niemand gefunden'],
    ['admin', admin!.email],
  ] as const) {
    await box.fill(word);
    await page.keyboard.press('Enter');
    await expect(page.getByText(found)).toBeVisible();
    await expect(box).toBeFocused();
  }
  await page.goBack();
  await expect(page.getByText('Niemand gefunden')).toBeVisible();
  await expect(box).toHaveValue('nirgends');

  await page.goto('/admin');
  const slow = Promise.withResolvers<void>();
  await page.route('**/api/v1/admin/chart?days=7', async (route) => (await slow.promise, route.continue()));
  const late = page.waitForResponse(/chart\?days=7$/);
  const rows = page
    .getByRole('table', { name: 'Neue User', includeHidden: true })
    .getByRole('row', { includeHidden: true });
  await page.getByText('7 Tage', { exact: true }).click();
  await page.getByText('90 Tage', { exact: true }).click();
  await expect(rows).toHaveCount(90);
  slow.resolve();
  await (await late).finished();
  await page.getByRole('button', { name: /Meldungen/ }).click();
  await expect(rows).toHaveCount(90);
  await context.close();
});

test('an admin without a second factor, where one is needed, is told what to do', async ({ browser }) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  await asAdmin(context);
  const page = await context.newPage();
  await page.route('**/api/v1/admin/**', (route) =>
    route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      body: JSON.stringify({ status: 403, code: 'second_factor_required' }),
    }),
  );
  await page.goto('/admin/users');
  await expect(page.getByText(/Dafür braucht Ihr Konto einen zweiten Faktor/)).toBeVisible();
  await look(page);
  await page.getByRole('link', { name: 'Zu den Einstellungen' }).click();
  await expect(page.getByRole('heading', { name: 'Sicherheit' }).first()).toBeVisible();
  await context.close();
});

/** Another admin, signed in. */
async function anotherAdmin(
  browser: Browser,
  first: BrowserContext,
): Promise<{ account: Account; id: string; context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const account = await openAccount(context.request);
  const { items } = (await (
    await first.request.get(`/api/v1/admin/users?q=${encodeURIComponent(account.email)}`)
  ).json()) as { items: { id: string }[] };
  const id = items[0]!.id;
  expect(
    (
      await first.request.post(`/api/v1/admin/users/${id}/role`, {
        headers,
        data: { role: 'admin', reason: 'Vertretung' },
      })
    ).status(),
  ).toBe(200);
  expect(await signIn(context, account)).toBe(200);
  return { account, id, context, page: await context.newPage() };
}

/** What a server or a network does that fails. */
const fail = {
  broken: (route: Route) => route.fulfill({ status: 500, body: '' }),
  lost: (route: Route) => route.abort('internetdisconnected'),
};
const PACKS = '**/api/v1/admin/credit-packs*';
const ONE_PACK = '**/api/v1/admin/credit-packs/*';

async function newPack(page: Page, name: string, price = '39.90'): Promise<void> {
  await page.getByRole('button', { name: 'Neues Kreditpaket' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('textbox', { name: 'Credits' }).fill('600');
  await page.getByRole('textbox', { name: 'Preis in CHF, inkl. MWST' }).pressSequentially(price);
}

const packRow = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Credit Packs' }).getByRole('listitem').filter({ hasText: name });

test('packs that cannot be loaded, saved or deleted: each is said, what was typed stays, and it works once it can', async ({
  browser,
}) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  await asAdmin(context);
  const page = await context.newPage();
  await page.route(PACKS, fail.broken);
  await page.goto('/admin/credit-packs');
  await expect(page.getByText('Kreditpakete konnten nicht geladen werden.')).toBeVisible();
  await look(page);
  await page.unroute(PACKS);
  await page.getByRole('button', { name: 'Erneut versuchen' }).click();
  await expect(packRow(page, '120 Credits')).toBeVisible();

  await page.route(PACKS, (route) => (route.request().method() === 'POST' ? fail.lost(route) : route.continue()));
  await newPack(page, 'Unterbruch');
  await page.getByRole('button', { name: 'Speichern' }).click();
  await expect(toast(page, 'Kreditpaket konnte nicht gespeichert werden.')).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
  await look(page);
  await page.unroute(PACKS);
  await page.getByRole('button', { name: 'Speichern' }).dblclick();
  await expect(toast(page, 'Erfolgreich erstellt')).toBeVisible();
  await expect(packRow(page, 'Unterbruch')).toHaveCount(1);

  await page.route(ONE_PACK, fail.broken);
  await page.getByRole('button', { name: 'Kreditpaket «Unterbruch» bearbeiten' }).click();
  await page.getByLabel('Name').fill('Wieder da');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Kreditpaket konnte nicht gespeichert werden.')).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('Wieder da');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Kreditpaket «Unterbruch» löschen' }).click();
  await page.getByRole('button', { name: 'Löschen', exact: true }).click();
  await expect(toast(page, 'Kreditpaket konnte nicht gelöscht werden.')).toBeVisible();
  await look(page);
  await page.unroute(ONE_PACK);
  await page.getByRole('button', { name: 'Löschen', exact: true }).click();
  await expect(toast(page, 'Erfolgreich gelöscht')).toBeVisible();
  await expect(packRow(page, 'Unterbruch')).toHaveCount(0);
  await context.close();
});

test('amounts are taken as they were typed or not at all', async ({ page, context, request }) => {
  await asAdmin(context);
  await page.goto('/admin/credit-packs');
  const price = page.getByRole('textbox', { name: 'Preis in CHF, inkl. MWST' });
  await newPack(page, 'Komma', '');
  for (const wrong of ['0', '0,49', '39.905', '10000.05']) {
    await price.fill('');
    await price.pressSequentially(wrong);
    await page.getByRole('button', { name: 'Speichern' }).click();
    await expect(
      page.getByText(/Bitte geben Sie einen Preis von CHF.0\.50 bis CHF.10’000\.00 ein/),
      wrong,
    ).toBeVisible();
  }
  await price.fill('');
  await price.pressSequentially('39,90');
  await page.getByRole('textbox', { name: 'Credits' }).fill('100001');
  await page.getByRole('button', { name: 'Speichern' }).click();
  await expect(page.getByText('Bitte geben Sie eine ganze Zahl von 1 bis 100’000 ein.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Credits' }).fill('600');
  await page.keyboard.press('Enter');
  await expect(packRow(page, 'Komma')).toContainText('600 Credits · CHF 39.90');
  await page.getByRole('button', { name: 'Kreditpaket «Komma» löschen' }).click();
  await page.getByRole('button', { name: 'Löschen', exact: true }).click();
  await expect(packRow(page, 'Komma')).toHaveCount(0);

  const account = await openAccount(request);
  await page.goto(`/admin/users?q=${encodeURIComponent(account.email)}`);
  await choose(page, account.email, 'Credits anpassen');
  const amount = page.getByRole('textbox', { name: 'Anzahl Credits' });
  await fill(page, 'Kulanz');
  for (const wrong of ['0', '1,5', '99999']) {
    await amount.fill('');
    await amount.pressSequentially(wrong);
    await page.getByRole('button', { name: 'Hinzufügen' }).click();
    await expect(page.getByText('Bitte geben Sie eine ganze Zahl von 1 bis 10’000 ein.'), wrong).toBeVisible();
  }
  await look(page);
  await amount.fill('7');
  await page.getByRole('button', { name: 'Hinzufügen' }).click();
  await expect(toast(page, 'Credits aktualisiert')).toContainText('+7 Credits, neuer Stand 7.');
});

test('two admins at one thing: neither puts back what the other did, and what is gone is gone', async ({
  browser,
  context,
  page,
}) => {
  await asAdmin(context);
  const other = await anotherAdmin(browser, context);
  for (const each of [page, other.page]) await each.goto('/admin/styles');
  await page.getByRole('button', { name: '«Fensterlicht» bearbeiten' }).click();
  await other.page.getByRole('button', { name: '«Fensterlicht» deaktivieren' }).click();
  await expect(toast(other.page, 'Style deaktiviert')).toBeVisible();
  await page.getByLabel('Beschreibung').fill('Licht von der Seite.\n\nWie am Morgen.');
  await page.getByRole('button', { name: 'Speichern' }).click();
  await expect(toast(page, 'Style aktualisiert')).toBeVisible();
  await expect(page.getByRole('button', { name: '«Fensterlicht» aktivieren' })).toBeVisible();
  await page.getByRole('button', { name: '«Fensterlicht» aktivieren' }).click();
  await expect(toast(page, 'Style aktiviert')).toBeVisible();

  await page.goto('/admin/credit-packs');
  await newPack(page, 'Zu zweit');
  await page.getByRole('button', { name: 'Speichern' }).click();
  await expect(packRow(page, 'Zu zweit')).toBeVisible();
  await other.page.goto('/admin/credit-packs');
  for (const each of [page, other.page]) {
    await each.getByRole('button', { name: 'Kreditpaket «Zu zweit» löschen' }).click();
    await each.getByRole('button', { name: 'Löschen', exact: true }).click();
    await expect(packRow(each, 'Zu zweit')).toHaveCount(0);
  }
  await other.context.close();
});

test('an admin whose role is taken, or who is blocked, is out at once, wherever they are', async ({
  browser,
  context,
}) => {
  await asAdmin(context);
  const other = await anotherAdmin(browser, context);
  await other.page.goto('/admin/users');
  await expect(row(other.page, other.account.email)).toBeVisible();
  const act = (name: string, data: object) =>
    context.request.post(`/api/v1/admin/users/${other.id}/${name}`, {
      headers,
      data: { reason: 'Ausgetreten', ...data },
    });
  expect((await act('role', { role: 'user' })).status()).toBe(200);
  await expect(other.page).toHaveURL(/\/app$/);
  await expect(toast(other.page, 'Zugriff verweigert')).toBeVisible();
  expect((await act('role', { role: 'admin' })).status()).toBe(200);
  await other.page.goto('/admin/audit');
  await expect(other.page.getByRole('heading', { level: 1, name: 'Protokoll' })).toBeVisible();
  expect((await act('block', {})).status()).toBe(200);
  await expect(other.page).toHaveURL(/\/auth/);
  await other.context.close();
});
