import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { facts } from '@bildnis/sdk/facts';
import type { Account } from './accounts.js';
import { look } from './look.js';
import { followLinkInMail } from './mailbox.js';
import { fewestPhotos } from './photos.js';

/** Other browsers and their servers share the machine: only what hangs takes so long, in milliseconds. */
export const BUSY = { timeout: 120_000 };

const nothing = (): Promise<void> => Promise.resolve();

/** In what the walks differ. */
interface Walk {
  /** What happens once the work is asked for. */
  meanwhile?: () => Promise<void>;
  /** Looks at the screens on the way: one walk that does is enough. */
  lookAt?: (page: Page) => Promise<void>;
}

/** What the browser complains of, from now on; that somebody is not signed in is no complaint. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !/401|404/.test(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}

/** Photos that the check has accepted. */
const good = (page: Page) => page.getByRole('list', { name: 'Ihre Fotos' }).getByText(/^(Gut|Reserve)/);

/** A stranger registers and confirms the address by the mail. */
export const register = (page: Page, context: BrowserContext): Promise<Account> =>
  test.step('register, confirm by mail', async () => {
    const account = { email: `petra-${randomUUID()}@example.org`, password: 'Sommerwiese-42' };
    await page.goto('/auth');
    await look(page);
    await page.getByRole('link', { name: 'Jetzt registrieren' }).click();
    await page.getByLabel('Name').fill('Petra Muster');
    await page.getByLabel('E-Mail').fill(account.email);
    await page.getByLabel('Passwort', { exact: true }).fill(account.password);
    await page.getByRole('button', { name: 'Konto erstellen' }).click();
    await expect(page.getByText('Bitte akzeptieren Sie die AGBs und Datenschutzerklärung.').first()).toBeVisible();
    await page.getByRole('checkbox').check({ force: true });
    await page.getByRole('button', { name: 'Konto erstellen' }).click();
    await expect(page).toHaveURL(/\/verify-email$/);
    await expect(page.getByText(account.email)).toBeVisible();
    await look(page);
    const mail = await context.newPage();
    await followLinkInMail(mail, account.email, /bestätigen/);
    await mail.waitForURL(/\/app$/);
    await mail.close();
    // The waiting page notices on its own.
    await expect(page).toHaveURL(/\/app$/, { timeout: 20_000 });
    await expect(page.getByRole('link', { name: 'AI-Profil erstellen' }).first()).toBeVisible();
    await look(page);
    return account;
  });

/** Uploads as many photos as are needed, and gives the profile its name. */
export const uploadPhotos = (page: Page, folder: string): Promise<void> =>
  test.step('upload photos', async () => {
    await page.goto('/app/profile-wizard');
    await expect(page.getByText('Bevor Sie Fotos hochladen')).toBeVisible();
    await look(page);
    for (const box of await page.getByRole('checkbox').all()) await box.check({ force: true });
    await page.getByRole('button', { name: 'Einwilligen und weiter' }).click();
    await expect(page.getByRole('button', { name: 'Plan wählen und starten' })).toBeDisabled();
    const files = await fewestPhotos(folder);
    await page.locator('input[type=file]').setInputFiles(files.slice(0, 3));
    await expect(good(page)).toHaveCount(3, BUSY);
    // Paying is possible from here on.
    await expect(page.getByText('Noch 5 Fotos', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Plan wählen und starten' })).toBeEnabled();
    // The draft lives on the server: another visit goes on where this one stopped.
    await page.reload();
    await expect(good(page)).toHaveCount(3, BUSY);
    await page.locator('input[type=file]').setInputFiles(files.slice(3));
    await expect(good(page)).toHaveCount(files.length, BUSY);
    // Seen before paid, in the three promised styles.
    await expect(page.getByRole('img', { name: /^Vorschau im Style/ })).toHaveCount(3, BUSY);
    await look(page);
    await page.getByLabel('Profilname').fill('Bewerbung 2027');
    await expect(page.getByText(/^Noch /)).toBeHidden();
  });

/** What is agreed to opens beside the order, where nothing is lost meanwhile. */
async function readBeside(page: Page, name: string): Promise<void> {
  const opened = page.waitForEvent('popup');
  await page.getByRole('main').getByRole('link', { name }).first().click();
  const beside = await opened;
  await expect(beside.getByRole('heading', { level: 1 })).toBeVisible();
  await beside.close();
  // The invoice for a company is asked for by few.
  for (const box of await page.getByRole('checkbox', { name: /^(?!Rechnung)/ }).all()) await expect(box).toBeChecked();
}

/** Orders a plan out of the wizard and pays it at the till, which leads back to the photos. */
export const orderPlan = (page: Page): Promise<void> =>
  test.step('order a plan and pay', async () => {
    await expect(page.getByText(/^Mit Starter: Ihr Profil und 16\sPortraits für CHF\s9\.90 im Monat$/)).toBeVisible();
    await page.getByRole('button', { name: 'Plan wählen und starten' }).click();
    await expect(page.getByText('Nicht genug Credits').first()).toBeVisible();
    await expect(page).toHaveURL(/\/pricing$/);
    const back = page.getByRole('link', { name: 'Zurück zu Ihren Fotos' });
    await expect(back).toBeVisible();
    await look(page);
    await page
      .getByRole('link', { name: 'Professional wählen' })
      .or(page.getByRole('button', { name: 'Professional wählen' }))
      .click();
    await expect(page).toHaveURL(/\/bestellen\?plan=professional$/);
    await expect(page.getByText('CHF 17.90').first()).toBeVisible();
    await page.getByRole('button', { name: 'Zahlungspflichtig bestellen' }).click();
    await expect(page.getByText('Ohne diese Erklärung können Sie nicht bestellen.').first()).toBeVisible();
    for (const box of await page.getByRole('checkbox', { name: /^Ich/ }).all()) await box.check({ force: true });
    await readBeside(page, 'AGB');
    await expect(back).toBeVisible();
    await look(page);
    await page.getByRole('button', { name: 'Zahlungspflichtig bestellen' }).click();
    await page.waitForURL(/checkout/);
    await page.getByRole('button', { name: /CHF 17\.90 bezahlen/ }).click();
    await expect(page.getByText('240 Credits wurden Ihrem Konto gutgeschrieben.').first()).toBeVisible({
      timeout: 25_000,
    });
    await expect(page).toHaveURL(/\/app\/profile-wizard\?profile=[0-9a-f-]{36}$/);
    await expect(page.getByLabel('Profilname')).toHaveValue('Bewerbung 2027');
    await expect(page.getByText(/^Danach reichen Ihre Credits für 112\sPortraits$/)).toBeVisible();
  });

/** Trains the draft that is open. */
export const train = (page: Page, { meanwhile = nothing, lookAt = nothing }: Walk = {}): Promise<void> =>
  test.step('train', async () => {
    await expect(page.getByRole('button', { name: 'Training starten' })).toBeEnabled(BUSY);
    await lookAt(page);
    await page.getByRole('button', { name: 'Training starten' }).click();
    await expect(page).toHaveURL(/\/app$/);
    await meanwhile();
    await expect(page.getByText('Training abgeschlossen').first()).toBeVisible(BUSY);
  });

/** Looks at what became of the photos, takes one out and back in. */
export const choosePhotos = (page: Page): Promise<void> =>
  test.step('exclude a photo', async () => {
    await page.goto('/app/profiles');
    const open = page.getByRole('button', { name: 'Fotos: Bewerbung 2027' });
    await open.click();
    const used = page.getByRole('list', { name: 'Für Portraits verwendet' }).getByRole('listitem');
    const excluded = page.getByRole('list', { name: 'Von Ihnen ausgeschlossen' }).getByRole('listitem');
    await expect(used.first().getByText(/^Foto \d+$/)).toBeVisible();
    // The pictures are those that the server has.
    for (const picture of await used.locator('img').all())
      await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(320);
    const count = await used.count();
    const name = (await used
      .first()
      .getByText(/^Foto \d+$/)
      .textContent())!;
    await page.getByRole('button', { name: `Nicht verwenden: ${name}`, exact: true }).press('Enter');
    await expect(excluded).toHaveText([new RegExp(name)]);
    await expect(used).toHaveCount(count - 1);
    await look(page);
    // It is so for the server, too.
    await page.waitForLoadState('networkidle');
    await page.reload();
    await expect(page.getByText(new RegExp(`${count - 1} von \\d+ Fotos verwendet$`))).toBeVisible();
    await open.click();
    await page.getByRole('button', { name: `Wieder verwenden: ${name}`, exact: true }).click();
    await expect(used).toHaveCount(count);
    await expect(page.getByText(new RegExp(`${count} von \\d+ Fotos verwendet$`))).toBeVisible();
  });

/** Picks a style and generates. @param isRetouched whether the engine offers a choice of retouch: then it is «Mehr» */
export const generate = (
  page: Page,
  { meanwhile = nothing, lookAt = nothing, isRetouched = false }: Walk & { isRetouched?: boolean } = {},
): Promise<void> =>
  test.step('pick a style and generate', async () => {
    await page.goto('/app/styles');
    const style = page.getByRole('link', { name: /City Daylight/ }).first();
    await expect(style).toBeVisible();
    await lookAt(page);
    await style.click();
    await expect(page).toHaveURL(/\/app\/styles\/corporate$/);
    const order = page.getByRole('button', { name: 'Portraits generieren (10 Credits)' });
    await expect(order).toBeVisible();
    await lookAt(page);
    const retouch = page.getByRole('radiogroup', { name: 'Retusche' });
    await expect(retouch).toHaveCount(isRetouched ? 1 : 0);
    if (isRetouched) {
      await expect(retouch.getByRole('radio', { name: 'Dezent' })).toBeChecked();
      await retouch.getByText('Mehr', { exact: true }).click();
    }
    await order.click();
    await expect(page).toHaveURL(/\/app\/generations\/[0-9a-f-]{36}$/);
    await meanwhile();
    await expect(page.getByText('Fertig', { exact: true }).first()).toBeVisible(BUSY);
    await expect(page.getByText(/ · Mehr Retusche(?: · Verfügbar bis|$)/)).toHaveCount(isRetouched ? 1 : 0);
  });

/** Looks at the portraits and takes them home. @param origin what is said of where they come from */
export const takeHome = (page: Page, origin: RegExp): Promise<void> =>
  test.step('look at the portraits and take them home', async () => {
    await expect(page.getByRole('button', { name: /im Vollbild$/ })).toHaveCount(8);
    await expect(page.getByText(origin)).toBeVisible();
    const all = page.waitForEvent('download');
    await page.getByText('Alle herunterladen (8)').click();
    const archive = await all;
    expect(archive.suggestedFilename()).toMatch(/^portraits-\d+\.zip$/);
    const zip = readFileSync(await archive.path());
    // One entry of its directory for each portrait, and for each of its formats.
    const entries = zip.toString('latin1').split('PK\x01\x02').length - 1;
    expect(entries).toBe(8 * (1 + facts.portraitFormats.length));
    expect(zip.length).toBeGreaterThan(500_000);
    await page
      .getByRole('button', { name: /im Vollbild$/ })
      .first()
      .click();
    const viewer = page.getByRole('dialog', { name: 'Portraits im Vollbild' });
    await expect(viewer.getByText('1 / 8')).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(viewer.getByText('2 / 8')).toBeVisible();
    const single = page.waitForEvent('download');
    await viewer.getByRole('button', { name: 'Herunterladen' }).click();
    expect((await single).suggestedFilename()).toMatch(/^portrait-\d+\.jpg$/);
    const cut = page.waitForEvent('download');
    await viewer.getByRole('button', { name: 'Formate von Portrait 2' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Lebenslauf (35 × 45 mm)' }).press('Enter');
    expect((await cut).suggestedFilename()).toMatch(/^portrait-\d+-cv\.jpg$/);
    await page.keyboard.press('Escape');
    await expect(viewer).toBeHidden();
  });

/** Deletes the run that is open. */
export const deleteRun = (page: Page): Promise<void> =>
  test.step('delete the run', async () => {
    await page.getByRole('button', { name: 'Mehr zu diesen Portraits' }).click();
    await page.getByRole('menuitem', { name: 'Löschen' }).click();
    const dialog = page.getByRole('alertdialog');
    await expect(dialog.getByText('Generation löschen?')).toBeVisible();
    await dialog.getByRole('button', { name: 'Löschen' }).click();
    await expect(page).toHaveURL(/\/app$/);
    await expect(page.getByText('Die Generation wurde gelöscht.').first()).toBeVisible();
  });
