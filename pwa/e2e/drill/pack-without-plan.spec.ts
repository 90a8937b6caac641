import { expect, test } from '@playwright/test';
import { fillRegistration, newEmail, toast } from '../account-forms.js';
import { linkFromMail } from '../account-mails.js';
import { signIn } from '../accounts.js';
import { BUSY } from '../journey.js';
import { look, lookTwice } from '../look.js';
import { CARD, creditsOf, payWith, placeOrder } from '../payments.js';
import { fewestPhotos } from '../photos.js';
import { choose, verdicts } from '../wizard.js';

const admin = JSON.parse(process.env.BILDNIS_ADMIN ?? 'null') as { email: string; password: string };

test('a pack without a plan: an admin sells it, a visitor finds it and registers for it, pays out of the wizard, comes back to it, and withdraws', async ({
  page,
  context,
  browser,
  baseURL,
}, info) => {
  const office = await browser.newContext({ baseURL });
  expect(await signIn(office, admin)).toBe(200);
  const packs = await office.newPage();
  await packs.goto('/admin/credit-packs');
  await packs.getByRole('button', { name: 'Neues Credit-Paket' }).click();
  for (const [name, value] of [
    ['Name', 'Einmal'],
    ['Credits', '110'],
    ['Endpreis in CHF', '14.90'],
  ] as const)
    await packs.getByRole('textbox', { name }).fill(value);
  await packs.getByText(/^Auch ohne Abo verkaufen/).click();
  await packs.getByRole('button', { name: 'Speichern' }).click();
  await expect(packs.getByRole('listitem').filter({ hasText: 'Einmal' })).toContainText('Auch ohne Abo');
  await look(packs);

  // The page was rendered before.
  const offer = page.getByRole('link', { name: '110 Credits einmalig kaufen' });
  await page.goto('/pricing');
  await expect(page.getByRole('heading', { name: 'Einmalig, kein Abo' })).toBeVisible();
  await expect(page.getByText(/^Ihr Profil und 8\sPortraits$/)).toBeVisible();
  await lookTwice(page);
  await offer.click();
  await expect(page).toHaveURL(/\/auth\?redirect=%2Fbestellen%3Fpack%3D/);
  await expect(toast(page, 'Bitte melden Sie sich zuerst an')).toBeVisible();
  const email = newEmail();
  await fillRegistration(page, email);
  await expect(page.getByRole('heading', { level: 1, name: 'Bestätigen Sie Ihre E-Mail-Adresse' })).toBeVisible();
  await page.goto(await linkFromMail(page.request, email, '/confirm-email'));
  await expect(page).toHaveURL(/\/bestellen\?pack=[0-9a-f-]{36}$/);
  await expect(page.getByText('Einmalig, kein Abo; es verlängert sich nichts')).toBeVisible();
  await expect(page.getByText(/^CHF\s14\.90 heute, /)).toBeVisible();
  await lookTwice(page);

  await page.goto('/app#abo');
  await expect(page.locator('#abo').getByText('Kein aktives Abo')).toBeVisible();
  await expect(page.locator('#abo').getByRole('link', { name: '110 Credits kaufen' })).toBeVisible();
  await lookTwice(page);

  await page.goto('/app/profile-wizard');
  await expect(page.getByText('Bevor Sie Fotos hochladen')).toBeVisible();
  for (const box of await page.getByRole('checkbox').all()) await box.check({ force: true });
  await page.getByRole('button', { name: 'Einwilligen und weiter' }).click();
  await choose(page, (await fewestPhotos(info.outputPath())).slice(0, 1));
  await expect(verdicts(page, /^(Gut|Reserve)/)).toHaveCount(1, BUSY);
  await expect(page.getByText(/^Einmalig, kein Abo: Ihr Profil und 8\sPortraits für CHF\s14\.90$/)).toBeVisible();
  await lookTwice(page);
  await page.getByRole('button', { name: 'Credits holen und starten' }).click();
  await expect(toast(page, /Auf der Preisseite finden Sie Abos und Credit-Pakete\.$/)).toBeVisible();
  await expect(page).toHaveURL(/\/pricing$/);
  await expect(page.getByRole('link', { name: 'Zurück zu Ihren Fotos' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Einmalig, kein Abo' })).toBeVisible();
  await lookTwice(page);
  await offer.click();
  await placeOrder(page);
  await page.waitForURL(/\/checkout\//);
  await payWith(page, CARD.pays);
  await expect(toast(page, 'Credits gekauft')).toBeVisible({ timeout: 25_000 });
  await expect(page).toHaveURL(/\/app\/profile-wizard\?profile=[0-9a-f-]{36}$/);
  await expect(page.getByRole('button', { name: 'Training starten' })).toBeVisible();
  await expect(page.getByText(/^Danach reichen Ihre Credits für 8\sPortraits$/)).toBeVisible();
  expect(await creditsOf(context)).toBe(110);

  // Off sale for others; what was bought stands, and is withdrawn from as any order.
  await packs.getByRole('button', { name: 'Credit-Paket «Einmal» löschen' }).click();
  await packs.getByRole('button', { name: 'Löschen', exact: true }).click();
  await expect(packs.getByRole('listitem').filter({ hasText: 'Einmal' })).toHaveCount(0);
  await office.close();
  await page.goto('/app/settings/abrechnung');
  const orders = page.getByRole('list', { name: 'Bestellungen' });
  await orders.getByRole('button', { name: /widerrufen$/ }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Bestellung widerrufen?' });
  await expect(dialog.getByText(/^CHF\s14\.90$/)).toBeVisible();
  await expect(dialog.getByText('110 Credits')).toBeVisible();
  await dialog.getByRole('button', { name: 'Widerruf bestätigen' }).click();
  await expect(orders.getByText('Widerrufen', { exact: true })).toBeVisible();
  // They go once the provider has sent the money back.
  await expect.poll(() => creditsOf(context), { timeout: 20_000 }).toBe(0);
  await page.goto('/pricing');
  await expect(page.getByRole('link', { name: 'Starter wählen' })).toBeVisible();
  await expect(page.getByText('Einmalig, kein Abo')).toBeHidden();
});
