import { expect, test, type Page } from '@playwright/test';
import { descriptionOf, tabTo } from '../account-forms.js';
import { textOfMail } from '../account-mails.js';
import { enter } from '../accounts.js';
import { lookTwice } from '../look.js';
import { subscribe } from '../payments.js';

/** The number on screen, after the declaration was received. */
async function numberOf(page: Page, title: string): Promise<string> {
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  const number = await page.getByText(/^[KW](-[0-9A-Z]{4}){3}$/).innerText();
  await expect(page.getByRole('main').getByRole('status').last()).toHaveText(`${title}. Nummer ${number}.`);
  await expect(page.getByText(/^\d{1,2}\. \S+ \d{4}, \d\d\.\d\d\sUhr$/)).toBeVisible();
  return number;
}

test('a customer cancels without signing in, with the keyboard alone, takes it back, and withdraws from the order: number and time come at once, the mail says what follows', async ({
  page,
  context,
}) => {
  const { email } = await enter(context);
  await subscribe(context, 'professional');
  const session = await context.cookies();
  await context.clearCookies();

  await page.goto('/pricing');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Verträge hier kündigen' }).click();
  await expect(page).toHaveURL(/\/kuendigen$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Verträge hier kündigen' })).toBeVisible();
  const [name, address] = [page.getByLabel('Name'), page.getByLabel('E-Mail')];
  await tabTo(page, name);
  await page.keyboard.press('Enter');
  await expect(name).toBeFocused();
  expect(await descriptionOf(name)).toContain('Bitte geben Sie Ihren Namen ein.');
  await tabTo(page, page.getByRole('radio', { name: 'Ordentlich', exact: true }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Ausserordentlich' })).toBeChecked();
  await tabTo(page, page.getByLabel('Grund'));
  await lookTwice(page);
  await page.keyboard.type('Die Portraits zeigen nicht mich.');
  await name.focus();
  await page.keyboard.type('Petra Muster');
  await tabTo(page, address);
  await page.keyboard.type(email);
  await tabTo(page, page.getByRole('button', { name: 'jetzt kündigen' }));
  await page.keyboard.press('Enter');
  const number = await numberOf(page, 'Ihre Kündigung ist eingegangen');
  await expect(page.locator('#content')).toBeFocused();
  await lookTwice(page);
  const receipt = await textOfMail(context.request, email, /^Eingangsbestätigung: Kündigung/);
  for (const part of [number, 'Ausserordentliche Kündigung', '> Die Portraits zeigen nicht mich.', 'Petra Muster'])
    expect(receipt).toContain(part);
  expect(await textOfMail(context.request, email, /^Ihre Kündigung ist bestätigt$/)).toMatch(
    /«Professional» ist gekündigt und endet am \d{1,2}\. \S+ \d{4}\./,
  );

  await context.addCookies(session);
  await page.goto('/app');
  await expect(page.getByText('Läuft aus').first()).toBeVisible();
  await page.getByRole('button', { name: 'Kündigung zurücknehmen' }).click();
  await expect
    .poll(async () => (await (await context.request.get('/api/v1/subscription')).json()).subscription)
    .toMatchObject({ cancelAtPeriodEnd: false });

  await page.goto('/pricing');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Vertrag widerrufen' }).click();
  await expect(name).toHaveValue('Petra Muster');
  await expect(address).toHaveValue(email);
  const own = page.getByLabel('Ihre Bestellungen');
  await own.selectOption({
    label: (await own
      .getByRole('option')
      .filter({ hasText: /Professional · CHF.17\.90/ })
      .textContent())!,
  });
  await expect(page.getByLabel('Bestellnummer')).toHaveValue(/^B(-[0-9A-Z]{4}){3}$/);
  await lookTwice(page);
  await page.getByRole('button', { name: 'Widerruf bestätigen' }).click();
  await numberOf(page, 'Ihr Widerruf ist eingegangen');
  expect(await textOfMail(context.request, email, /^Ihr Widerruf ist bestätigt$/)).toContain('CHF 17.90');
  await page.goto('/app#abo');
  await expect(page.getByText('Kein aktives Abo')).toBeVisible();
});
