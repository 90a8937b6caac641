import { readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { enter } from './accounts.js';
import { atBothWidths, doubleLetters, expectToFit, lookTwice, PHONE, watchShifts } from './look.js';
import {
  answerBank,
  CARD,
  creditsOf,
  moveProviderClock,
  payWith,
  placeOrder,
  resetProviderClock,
  subscribe,
  subscribeDaysAgo,
} from './payments.js';

test.beforeEach(({ context }) => enter(context));

const toast = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Meldungen' }).getByText(text).first();
const panel = (page: Page) => page.locator('#abo');
const tab = (page: Page, name: string) => panel(page).getByRole('tab', { name });

/** What the page has to do and to draw is done and drawn. */
const drawn = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise((next) => requestAnimationFrame(next));
    await new Promise((idle) => requestIdleCallback(idle));
  });

/** Opens the dashboard on a wide screen and on the phone: the panel arrives without moving what is already there. */
async function openDashboard(page: Page): Promise<void> {
  const shifts = await watchShifts(page);
  await atBothWidths(page, async () => {
    // The skeleton is seen before what it stands for arrives.
    const { promise: wasSeen, resolve: sawSkeleton } = Promise.withResolvers<void>();
    await page.goto('about:blank');
    await page.route(/panel-content/, async (route) => (await wasSeen, route.continue()), { times: 1 });
    await page.goto('/app#abo');
    await expect(panel(page).locator('[aria-busy]')).toBeVisible();
    await drawn(page);
    sawSkeleton();
    await expect(panel(page).getByRole('link', { name: 'Abrechnung' })).toBeVisible();
    await drawn(page);
    expect(await shifts()).toBeLessThan(0.01);
  });
}

test('a plan is ordered, called off, declined, confirmed at the bank, and said to be active when it is', async ({
  page,
  context,
}) => {
  await openDashboard(page);
  await expect(panel(page).getByText('Kein aktives Abo')).toBeVisible();
  await lookTwice(page);
  await panel(page).getByRole('link', { name: 'Preise ansehen' }).click();
  await page.getByRole('link', { name: 'Professional wählen' }).click();
  await expect(page.getByText(/^CHF\s17\.90 heute, /)).toBeVisible();
  await lookTwice(page);
  const order = async () => {
    await placeOrder(page);
    await page.waitForURL(/\/checkout\//);
  };
  await order();
  await page.getByRole('link', { name: 'Abbrechen' }).click();
  await expect(page).toHaveURL(/\/bestellen\?plan=professional$/);
  await order();
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Zahlungspflichtig bestellen' })).toBeEnabled();
  await order();
  await payWith(page, CARD.declined);
  await expect(page.getByRole('alert')).toContainText('Ihre Karte wurde abgelehnt.');
  await payWith(page, CARD.asksOnce);
  await answerBank(page, 'Ablehnen');
  await expect(page.getByRole('alert')).toContainText('Die Zahlung wurde nicht bestätigt.');
  expect(await creditsOf(context)).toBe(0);
  await payWith(page, CARD.asksOnce);
  await answerBank(page, 'Bestätigen');
  await expect(toast(page, 'Abo aktiviert')).toBeVisible({ timeout: 25_000 });
  await expect(toast(page, '240 Credits wurden Ihrem Konto gutgeschrieben.')).toBeVisible();
  await expect(page).toHaveURL(/\/app$/);
  await expect(panel(page).getByText('Aktiv', { exact: true })).toBeVisible();
  await expect(panel(page).getByText(/^CHF\s17\.90 am /)).toBeVisible();
  expect(await creditsOf(context)).toBe(240);
  await lookTwice(page);
  await page.goto('/pricing');
  await expect(page.getByRole('button', { name: 'Aktuelles Abo' })).toBeDisabled();
  await lookTwice(page);
});

test('beside a plan a pack is bought, an upgrade costs what was shown; the plan is cancelled, and kept after all', async ({
  page,
  context,
}) => {
  await subscribe(context, 'starter');
  await openDashboard(page);
  await tab(page, 'Credits kaufen').click();
  const popular = panel(page).getByRole('listitem').filter({ hasText: 'Beliebt' });
  await expect(popular).toHaveCount(1);
  await lookTwice(page);
  await popular.getByRole('link').click();
  await expect(page.getByText('Einmaliger Kauf, verlängert sich nicht')).toBeVisible();
  await lookTwice(page);
  await placeOrder(page);
  await page.waitForURL(/\/checkout\//);
  await payWith(page, CARD.pays);
  await expect(toast(page, 'Credits gekauft')).toBeVisible({ timeout: 25_000 });
  await expect(page).toHaveURL(/\/app$/);
  expect(await creditsOf(context)).toBe(240);

  // A slow network: the page for visitors stands before the app knows the plan, and must not offer a second one.
  await page.route(/\/assets\/index-[^/]+\.js$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await route.continue();
  });
  await page.goto('/pricing');
  await page.getByRole('link', { name: 'Business wählen' }).click();
  await expect(toast(page, 'Ihr bestehendes Abo wird automatisch ersetzt.')).toBeVisible();
  await expect(page).toHaveURL(/\/bestellen\?upgrade=business$/);
  const total = await page.getByText(/^CHF\s[\d.]+jetzt/).innerText();
  const amount = (/CHF\s[\d.]+/.exec(total)?.[0] ?? '-').replace('\u00a0', ' ');
  const credits = Number((await page.getByText(/^\+\d+$/).innerText()).slice(1));
  await lookTwice(page);
  await placeOrder(page);
  await expect(toast(page, 'Abo erfolgreich aktualisiert')).toBeVisible({ timeout: 25_000 });
  await expect(toast(page, `Die anteilige Differenz von ${amount} wurde belastet.`)).toBeVisible();
  await expect(page).toHaveURL(/\/app$/);
  await expect(panel(page).getByText('Business', { exact: true })).toBeVisible();
  expect(await creditsOf(context)).toBe(240 + credits);

  await panel(page).getByRole('button', { name: 'Abo kündigen' }).click();
  await lookTwice(page);
  await page.getByRole('alertdialog', { name: 'Abo kündigen?' }).getByRole('button', { name: 'Abo kündigen' }).click();
  await expect(toast(page, 'Abo gekündigt')).toBeVisible();
  await expect(panel(page).getByText('Läuft aus', { exact: true })).toBeVisible();
  await expect(tab(page, 'Credits kaufen')).toBeEnabled();
  await lookTwice(page);
  await panel(page).getByRole('button', { name: 'Kündigung zurücknehmen' }).click();
  await expect(toast(page, 'Kündigung zurückgenommen')).toBeVisible();
  await expect(panel(page).getByText('Aktiv', { exact: true })).toBeVisible();
  await page.goto('/app/settings/abrechnung');
  await expect(page.getByRole('list', { name: 'Rechnungen' }).getByText(amount)).toBeVisible();
});

test('the page «Abrechnung» has invoices with their PDF, orders, and every credit; an order is withdrawn from', async ({
  page,
  context,
}) => {
  await subscribe(context, 'professional');
  await page.goto('/app/settings/abrechnung');
  const invoices = page.getByRole('list', { name: 'Rechnungen' });
  await expect(invoices.getByText('Bezahlt')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Credit-Verlauf' }).getByText('+240')).toBeVisible();
  await lookTwice(page);
  const saving = page.waitForEvent('download');
  await invoices.getByRole('button', { name: /als PDF$/ }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^Rechnung-.*\.pdf$/);
  expect(readFileSync(await file.path()).toString('latin1', 0, 4)).toBe('%PDF');
  const orders = page.getByRole('list', { name: 'Bestellungen' });
  await orders.getByRole('button', { name: /widerrufen$/ }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Bestellung widerrufen?' });
  await expect(dialog.getByText('CHF 17.90')).toBeVisible();
  await expect(dialog.getByText('240 Credits')).toBeVisible();
  await lookTwice(page);
  await dialog.getByRole('button', { name: 'Widerruf bestätigen' }).click();
  await expect(toast(page, /^CHF\s17\.90 sind in der Regel in 5 bis 10 Arbeitstagen bei Ihnen\./)).toBeVisible();
  await expect(orders.getByText('Widerrufen', { exact: true })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Credit-Verlauf' }).getByText('−240')).toBeVisible();
  expect(await creditsOf(context)).toBe(0);
  await page.getByRole('button', { name: 'Zahlungsmittel verwalten' }).click();
  await expect(page.getByRole('heading', { name: 'Abo und Zahlungen' })).toBeVisible();
  await page.getByRole('link', { name: 'Zurück zu Bildnis' }).click();
  await expect(page).toHaveURL(/\/app\/settings\/abrechnung$/);
});

test.describe('a month later', () => {
  test.afterEach(async ({ context }) => resetProviderClock(context));

  test(
    'a payment fails and is made on the page of its invoice; cancelled and over, a plan may be ordered again',
    { tag: '@drill' },
    async ({ page, context }) => {
      // Two months ago, so that what is over at the end is over by every clock.
      await subscribeDaysAgo(context, 'starter', 64, CARD.failsLater);
      await expect.poll(() => creditsOf(context)).toBe(120);
      await moveProviderClock(context, 32);
      /** The dashboard, once what happened at the provider is known here. */
      const arrive = (words: string) =>
        expect(async () => {
          await page.goto('/app');
          await expect(panel(page).getByText(words, { exact: true })).toBeVisible({ timeout: 5_000 });
        }).toPass({ timeout: 20_000 });
      await arrive('Zahlung fehlgeschlagen');
      await expect(panel(page).getByText('Inaktiv', { exact: true })).toBeVisible();
      await lookTwice(page);
      await doubleLetters(page);
      await expectToFit(page, [PHONE.viewport.width]);
      expect(await creditsOf(context)).toBe(120);
      await panel(page).getByRole('link', { name: 'Rechnung bezahlen' }).click();
      await payWith(page, CARD.pays);
      await expect.poll(() => creditsOf(context)).toBe(240);
      await arrive('Aktiv');
      await expect(panel(page).getByText('Zahlung fehlgeschlagen')).toBeHidden();

      await panel(page).getByRole('button', { name: 'Abo kündigen' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Abo kündigen' }).click();
      await expect(panel(page).getByText('Läuft aus', { exact: true })).toBeVisible();
      await moveProviderClock(context, 32);
      await arrive('Kein aktives Abo');
      // The credits stay, and a plan may be ordered anew.
      await page.goto('/app/settings/abrechnung');
      await expect(page.getByRole('button', { name: /als PDF$/ })).toHaveCount(2);
      expect(await creditsOf(context)).toBe(240);
      await subscribe(context, 'professional');
      expect(await creditsOf(context)).toBe(480);
    },
  );
});
