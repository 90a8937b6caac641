import { readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { enter } from './accounts.js';
import { atBothWidths, look, lookTwice } from './look.js';
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

test.beforeEach(async ({ context }) => {
  test.setTimeout(60_000);
  await enter(context);
});

const toast = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Meldungen' }).getByText(text).first();
const panel = (page: Page) => page.locator('#abo');
/** What the page has to do and to draw is done and drawn. */
const drawn = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise((next) => requestAnimationFrame(next));
    await new Promise((idle) => requestIdleCallback(idle));
  });
const tab = (page: Page, name: string) => panel(page).getByRole('tab', { name });

test('a plan is ordered, declined, paid, and said to be active when it is', async ({ page, context }) => {
  await page.goto('/app');
  await expect(panel(page).getByText('Kein aktives Abo')).toBeVisible();
  await lookTwice(page);
  await panel(page).getByRole('link', { name: 'Preise ansehen' }).click();
  await page.getByRole('link', { name: 'Professional wählen' }).click();
  await expect(page.getByText('CHF 17.90')).toBeVisible();
  await lookTwice(page);
  await placeOrder(page);
  await page.waitForURL(/\/checkout\//);
  await payWith(page, CARD.declined);
  await expect(page.getByRole('alert')).toContainText('Ihre Karte wurde abgelehnt.');
  expect(await creditsOf(context)).toBe(0);
  await payWith(page, CARD.pays);
  await expect(toast(page, 'Abo aktiviert')).toBeVisible({ timeout: 25_000 });
  await expect(toast(page, '240 Credits wurden Ihrem Konto gutgeschrieben.')).toBeVisible();
  await expect(page).toHaveURL(/\/app$/);
  await expect(panel(page).getByText('Aktiv', { exact: true })).toBeVisible();
  await expect(panel(page).getByText(/^CHF\s17\.90 am /)).toBeVisible();
  expect(await creditsOf(context)).toBe(240);
  await lookTwice(page);
  await page.goto('/pricing');
  await expect(page.getByRole('button', { name: 'Aktuelles Abo' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Downgrade nicht möglich' })).toBeDisabled();
  await lookTwice(page);
  await page.goto('/bestellen?plan=starter');
  await expect(page.getByText('Downgrades sind nicht möglich.')).toBeVisible();
  await look(page);
});

test('leaving the payment page leads back to the order; the bank is asked, refuses once, and confirms (3-D Secure)', async ({
  page,
  context,
}) => {
  await page.goto('/bestellen?plan=starter');
  await placeOrder(page);
  await page.waitForURL(/\/checkout\//);
  await page.getByRole('link', { name: 'Abbrechen' }).click();
  await expect(page).toHaveURL(/\/bestellen\?plan=starter$/);
  await placeOrder(page);
  await page.waitForURL(/\/checkout\//);
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Zahlungspflichtig bestellen' })).toBeEnabled();
  expect(await creditsOf(context)).toBe(0);

  await placeOrder(page);
  await page.waitForURL(/\/checkout\//);
  await payWith(page, CARD.asksOnce);
  await answerBank(page, 'Ablehnen');
  await expect(page.getByRole('alert')).toContainText('Die Zahlung wurde nicht bestätigt.');
  await payWith(page, CARD.asksOnce);
  await answerBank(page, 'Bestätigen');
  await expect(toast(page, '120 Credits wurden Ihrem Konto gutgeschrieben.')).toBeVisible({ timeout: 25_000 });
  expect(await creditsOf(context)).toBe(120);
});

test('the panel arrives without moving what is already there', async ({ page, context }) => {
  await page.addInitScript(() => {
    const seen = window as unknown as { shifts: number };
    seen.shifts = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shifts += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const expectStill = () =>
    atBothWidths(page, async () => {
      // The skeleton is seen before what it stands for arrives.
      const { promise: wasSeen, resolve: sawSkeleton } = Promise.withResolvers<void>();
      await page.route(/panel-content/, async (route) => (await wasSeen, route.continue()), { times: 1 });
      await page.goto('/app');
      await expect(panel(page)).toHaveAttribute('aria-busy', 'true');
      await drawn(page);
      sawSkeleton();
      await expect(panel(page).getByRole('link', { name: 'Abrechnung' })).toBeVisible();
      await drawn(page);
      expect(await page.evaluate(() => (window as unknown as { shifts: number }).shifts)).toBeLessThan(0.01);
    });
  await expectStill();
  await subscribe(context, 'starter');
  await expectStill();
});

test('a credit pack is bought beside the plan, and only there', async ({ page, context }) => {
  await page.goto('/bestellen?pack=7d3b0c55-0000-4000-8000-000000000002');
  await expect(
    page.getByRole('heading', { level: 1, name: 'Credit-Packs gibt es zu einem aktiven Abo' }),
  ).toBeVisible();
  await look(page);
  await subscribe(context, 'starter');
  await page.goto('/app');
  await tab(page, 'Credits kaufen').click();
  const popular = panel(page).getByRole('listitem').filter({ hasText: 'Beliebt' });
  await expect(popular).toHaveCount(1);
  await expect(panel(page).getByText('Team')).toHaveCount(0);
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
});

test('an upgrade costs what was shown, and is in force at once', async ({ page, context }) => {
  await subscribe(context, 'starter');
  await page.goto('/app');
  await expect(panel(page).getByText('Aktiv', { exact: true })).toBeVisible();
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
  await expect(tab(page, 'Upgrade')).toBeDisabled();
  expect(await creditsOf(context)).toBe(120 + credits);
  await page.goto('/app/settings/abrechnung');
  await expect(page.getByRole('list', { name: 'Rechnungen' }).getByText(amount)).toBeVisible();
});

test('an upgrade that waits is paid on the page of its invoice', async ({ page, context }) => {
  await subscribe(context, 'starter', CARD.failsLater);
  await page.goto('/app');
  await tab(page, 'Upgrade').click();
  await lookTwice(page);
  await panel(page).getByRole('link', { name: 'Zu Professional wechseln' }).click();
  await placeOrder(page);
  await expect(toast(page, 'Upgrade wird vorbereitet')).toBeVisible();
  await page.waitForURL(/\/invoices\//);
  await page.goto('/app');
  await expect(panel(page).getByText('Upgrade auf Professional wartet auf Zahlung')).toBeVisible();
  await expect(panel(page).getByText('Starter', { exact: true })).toBeVisible();
  await expect(tab(page, 'Upgrade')).toBeDisabled();
  expect(await creditsOf(context)).toBe(120);
  await lookTwice(page);
  await page.goto('/pricing');
  await expect(page.getByText('Ihr Upgrade auf Professional wartet auf seine Zahlung.')).toBeVisible();
  await look(page);
  await page.goto('/app?upgraded=true');
  await expect(page).toHaveURL(/\/app$/);
  await panel(page).getByRole('link', { name: 'Jetzt bezahlen' }).click();
  await payWith(page, CARD.pays);
  await expect(page.getByText(/[Bb]ezahlt/).first()).toBeVisible();
  await expect(async () => {
    await page.goto('/app');
    await expect(panel(page).getByText('Professional', { exact: true })).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 20_000 });
  await expect(panel(page).getByText(/wartet auf Zahlung/)).toBeHidden();
  expect(await creditsOf(context)).toBeGreaterThan(120);
});

test('a plan is cancelled, kept after all, and cancelled again', async ({ page, context }) => {
  await subscribe(context, 'business');
  await page.goto('/app');
  const cancel = panel(page).getByRole('button', { name: 'Abo kündigen' });
  await cancel.click();
  const dialog = page.getByRole('alertdialog', { name: 'Abo kündigen?' });
  await lookTwice(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await cancel.click();
  await dialog.getByRole('button', { name: 'Abo kündigen' }).click();
  await expect(toast(page, 'Abo gekündigt')).toBeVisible();
  await expect(panel(page).getByText('Läuft aus', { exact: true })).toBeVisible();
  await expect(tab(page, 'Upgrade')).toBeDisabled();
  await expect(tab(page, 'Credits kaufen')).toBeEnabled();
  await lookTwice(page);
  await panel(page).getByRole('button', { name: 'Kündigung zurücknehmen' }).click();
  await expect(toast(page, 'Kündigung zurückgenommen')).toBeVisible();
  await expect(panel(page).getByText('Aktiv', { exact: true })).toBeVisible();
  await cancel.click();
  await dialog.getByRole('button', { name: 'Abo kündigen' }).click();
  await expect(panel(page).getByText('Läuft aus', { exact: true })).toBeVisible();
  await page.goto('/pricing');
  await expect(
    page.getByText(/Für ein Upgrade nehmen Sie zuerst die Kündigung zurück\.|Aktuelles Abo/).first(),
  ).toBeVisible();
});

test('what an address claims is said only where an order bears it out', async ({ page, context }) => {
  for (const search of [
    'upgraded=true',
    'credit_pack_success=true',
    'session_id=cs_test_erfunden',
    'upgraded=true&credit_pack_success=true&session_id=cs_test_erfunden',
  ]) {
    const asked = page.waitForResponse((answer) => /\/checkout-sessions\/|\/orders\?limit=1/.test(answer.url()));
    await page.goto(`/app?${search}`);
    await asked;
    await expect(page).toHaveURL(/\/app$/);
    await expect(panel(page).getByText('Kein aktives Abo')).toBeVisible();
    // A message comes after the first screen.
    await page.waitForTimeout(300);
    await expect(page.getByRole('region', { name: 'Meldungen' }).getByText(/./)).toHaveCount(0);
  }
  expect(await creditsOf(context)).toBe(0);
});

test('the page «Abrechnung» has invoices with their PDF, orders, and every credit; an order is withdrawn from', async ({
  page,
  context,
}) => {
  await page.goto('/app/settings/abrechnung');
  await expect(page.getByText('Noch keine Rechnungen.')).toBeVisible();
  await lookTwice(page);
  await subscribe(context, 'professional');
  await page.goto('/app');
  await panel(page).getByRole('link', { name: 'Abrechnung' }).click();
  const invoices = page.getByRole('list', { name: 'Rechnungen' });
  await expect(invoices.getByText('Bezahlt')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Credit-Verlauf' }).getByText('+240')).toBeVisible();
  await lookTwice(page);
  const saving = page.waitForEvent('download');
  await invoices.getByRole('button', { name: /als PDF$/ }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^Rechnung-.*\.pdf$/);
  expect(
    readFileSync(await file.path())
      .subarray(0, 4)
      .toString(),
  ).toBe('%PDF');
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

  test('the whole life of a plan: paid, renewed with its credits, cancelled, over, and ordered again', async ({
    page,
    context,
  }) => {
    test.setTimeout(90_000);
    // Two months ago, so that what is over at the end is over by every clock.
    await subscribeDaysAgo(context, 'starter', 64);
    await expect.poll(() => creditsOf(context), { timeout: 20_000 }).toBe(120);
    await moveProviderClock(context, 32);
    await expect.poll(() => creditsOf(context), { timeout: 20_000 }).toBe(240);
    await page.goto('/app');
    await expect(panel(page).getByText('Aktiv', { exact: true })).toBeVisible();
    await panel(page).getByRole('button', { name: 'Abo kündigen' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Abo kündigen' }).click();
    await expect(toast(page, 'Abo gekündigt')).toBeVisible();
    await expect(panel(page).getByText('Läuft aus', { exact: true })).toBeVisible();
    await moveProviderClock(context, 32);
    await expect(async () => {
      await page.goto('/app');
      await expect(panel(page).getByText('Kein aktives Abo')).toBeVisible({ timeout: 5_000 });
    }).toPass({ timeout: 20_000 });
    // The credits stay, packs are no longer sold, and a plan may be ordered anew.
    expect(await creditsOf(context)).toBe(240);
    await lookTwice(page);
    await page.goto('/app/settings/abrechnung');
    await expect(page.getByRole('button', { name: /als PDF$/ })).toHaveCount(2);
    await lookTwice(page);
    await subscribe(context, 'professional');
    expect(await creditsOf(context)).toBe(480);
  });

  const payAnew = (page: Page) => payWith(page, CARD.pays);
  const confirm = async (page: Page) => {
    await page.getByRole('link', { name: 'Zahlung bestätigen' }).click();
    await answerBank(page, 'Bestätigen');
  };
  for (const [name, card, title, way, settle] of [
    ['fails', CARD.failsLater, 'Zahlung fehlgeschlagen', 'Rechnung bezahlen', payAnew],
    ['waits for the bank', CARD.asksAlways, 'Bestätigung bei Ihrer Bank nötig', 'Zahlung bestätigen', confirm],
  ] as const) {
    test(`a payment ${name}: the panel says what to do, and doing it helps`, async ({ page, context }) => {
      await subscribe(context, 'starter', card);
      await moveProviderClock(context, 32);
      await expect(async () => {
        await page.goto('/app');
        await expect(panel(page).getByText(title)).toBeVisible({ timeout: 5_000 });
      }).toPass({ timeout: 20_000 });
      await expect(panel(page).getByText('Inaktiv', { exact: true })).toBeVisible();
      await lookTwice(page);
      expect(await creditsOf(context)).toBe(120);
      await panel(page).getByRole('link', { name: way }).click();
      await settle(page);
      await expect.poll(() => creditsOf(context), { timeout: 20_000 }).toBe(240);
      await page.goto('/app');
      await expect(panel(page).getByText('Aktiv', { exact: true })).toBeVisible();
      await expect(panel(page).getByText(title)).toBeHidden();
    });
  }
});
