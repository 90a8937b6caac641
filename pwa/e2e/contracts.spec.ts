import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { descriptionOf, newEmail, tabTo } from './account-forms.js';
import { enter } from './accounts.js';
import { lookTwice } from './look.js';
import { subscribe } from './payments.js';

const mailbox = process.env.BILDNIS_MAILBOX_URL ?? '';

/** The text of the newest mail to an address whose subject fits. */
async function mailTo(request: APIRequestContext, email: string, subject: RegExp): Promise<string> {
  let text = '';
  await expect(async () => {
    const mails = (await (await request.get(`${mailbox}/messages?to=${encodeURIComponent(email)}`)).json()) as {
      subject: string;
      text: string;
    }[];
    text = mails.find((mail) => subject.test(mail.subject))?.text ?? '';
    expect(text).not.toBe('');
  }).toPass({ timeout: 20_000 });
  return text;
}

/** The number on screen, after the declaration was received. */
async function numberOf(page: Page, title: string): Promise<string> {
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  const number = await page.getByText(/^[KW](-[0-9A-Z]{4}){3}$/).innerText();
  await expect(page.getByRole('main').getByRole('status')).toHaveText(`${title}. Nummer ${number}.`);
  await expect(page.getByText(/^\d{1,2}\. \S+ \d{4}, \d\d\.\d\d Uhr$/)).toBeVisible();
  return number;
}

test('anybody finds the page and cancels with the keyboard alone; number and time come at once, on screen and by mail', async ({
  page,
  context,
}) => {
  const email = newEmail();
  await page.goto('/pricing');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Verträge hier kündigen' }).click();
  await expect(page).toHaveURL(/\/kuendigen$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Verträge hier kündigen' })).toBeVisible();
  await lookTwice(page);
  const [name, address] = [page.getByLabel('Name'), page.getByLabel('E-Mail')];
  await tabTo(page, name);
  await page.keyboard.press('Enter');
  await expect(name).toBeFocused();
  expect(await descriptionOf(name)).toContain('Bitte geben Sie Ihren Namen ein.');
  expect(await descriptionOf(address)).toContain('Bitte geben Sie eine gültige E-Mail-Adresse ein.');
  await lookTwice(page);
  await page.keyboard.type('Petra Muster');
  await tabTo(page, address);
  await page.keyboard.type(email);
  await tabTo(page, page.getByRole('radio', { name: 'Ordentlich', exact: true }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Ausserordentlich' })).toBeChecked();
  await tabTo(page, page.getByLabel('Grund'));
  await page.keyboard.type('Die Portraits zeigen nicht mich.');
  await lookTwice(page);
  await tabTo(page, page.getByRole('button', { name: 'jetzt kündigen' }));
  await page.keyboard.press('Enter');
  const number = await numberOf(page, 'Ihre Kündigung ist eingegangen');
  await expect(page.locator('#content')).toBeFocused();
  await lookTwice(page);
  const receipt = await mailTo(context.request, email, /^Eingangsbestätigung: Kündigung/);
  for (const part of [number, 'Ausserordentliche Kündigung', '> Die Portraits zeigen nicht mich.', 'Petra Muster'])
    expect(receipt).toContain(part);
});

test('a customer who is not signed in ends the subscription, reads when it ends, and takes it back', async ({
  page,
  context,
}) => {
  test.setTimeout(60_000);
  const account = await enter(context);
  await subscribe(context, 'starter');
  const session = await context.cookies();
  await context.clearCookies();
  await page.goto('/kuendigen');
  await page.getByLabel('Name').fill('Petra Muster');
  await page.getByLabel('E-Mail').fill(account.email);
  await page.getByRole('button', { name: 'jetzt kündigen' }).click();
  await numberOf(page, 'Ihre Kündigung ist eingegangen');
  expect(await mailTo(context.request, account.email, /^Ihre Kündigung ist bestätigt$/)).toMatch(
    /«Starter» ist gekündigt und endet am \d{1,2}\. \S+ \d{4}\./,
  );
  await context.addCookies(session);
  const subscription = async () =>
    (
      (await (await context.request.get('/api/v1/subscription')).json()) as {
        subscription: { cancelAtPeriodEnd: boolean };
      }
    ).subscription;
  expect((await subscription()).cancelAtPeriodEnd).toBe(true);
  await page.goto('/app');
  await expect(page.getByText('Läuft aus').first()).toBeVisible();
  await page.getByRole('button', { name: 'Kündigung zurücknehmen' }).click();
  await expect.poll(async () => (await subscription()).cancelAtPeriodEnd).toBe(false);
});

test('a withdrawal offers the own orders and pays back', async ({ page, context }) => {
  test.setTimeout(60_000);
  const account = await enter(context);
  await subscribe(context, 'professional');
  await page.goto('/pricing');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Vertrag widerrufen' }).click();
  await expect(page.getByLabel('Name')).toHaveValue('Petra Muster');
  await expect(page.getByLabel('E-Mail')).toHaveValue(account.email);
  await page.getByRole('button', { name: /Bestellung wählen/ }).click();
  await page.getByRole('option', { name: /Professional · CHF 17\.90/ }).click();
  await expect(page.getByLabel('Bestellnummer')).toHaveValue(/^B(-[0-9A-Z]{4}){3}$/);
  await lookTwice(page);
  await page.getByRole('button', { name: 'Widerruf bestätigen' }).click();
  await numberOf(page, 'Ihr Widerruf ist eingegangen');
  await lookTwice(page);
  expect(await mailTo(context.request, account.email, /^Ihr Widerruf ist bestätigt$/)).toContain('CHF 17.90');
  await page.goto('/app');
  await expect(page.getByText('Kein aktives Abo')).toBeVisible();
});

test('a withdrawal tells a stranger nothing', async ({ page, context }) => {
  const email = newEmail();
  await page.goto('/vertrag-widerrufen');
  await page.getByLabel('Name').fill('Petra Muster');
  await page.getByLabel('E-Mail').fill(email);
  await page.getByRole('button', { name: 'Widerruf bestätigen' }).click();
  const number = page.getByLabel('Bestellnummer');
  await expect(number).toBeFocused();
  expect(await descriptionOf(number)).toContain('Bitte geben Sie die Bestellnummer ein.');
  await lookTwice(page);
  await number.fill('B-0000-0000-0000');
  await page.getByRole('button', { name: 'Widerruf bestätigen' }).click();
  const shown = await numberOf(page, 'Ihr Widerruf ist eingegangen');
  expect(await mailTo(context.request, email, /^Eingangsbestätigung: Widerruf/)).toContain(shown);
});

test('misuse is reported from the foot of a page, with a picture and without an account, and confirmed by the mail', async ({
  page,
  context,
}) => {
  const email = newEmail();
  await page.goto('/bild-pruefen');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Missbrauch melden' }).click();
  await expect(page).toHaveURL(/\/missbrauch-melden$/);
  const submit = page.getByRole('main').getByRole('button', { name: 'Missbrauch melden' });
  await submit.click();
  await expect(page.getByRole('group', { name: 'Das Bild' })).toBeFocused();
  await lookTwice(page);
  await page.locator('input[type=file]').setInputFiles('public/og/home.jpg');
  await expect(page.getByText('Verglichen und bei uns wieder gelöscht.')).toBeVisible();
  await page.getByText('Jemand gibt sich damit als mich aus').click();
  await page.getByLabel('E-Mail').fill(email);
  await submit.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Bestätigen Sie jetzt Ihre Meldung' })).toBeVisible();
  const number = await page.getByText(/^M(-[0-9A-Z]{4}){3}$/).innerText();
  await lookTwice(page);
  const link = /(http\S+missbrauch-melden\?token=\S+)/.exec(
    await mailTo(context.request, email, /^Bitte bestätigen Sie Ihre Meldung/),
  )![1]!;
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name: 'Ihre Meldung ist bestätigt' })).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
  await expect(page.getByText(`${number}, eingegangen am`)).toBeVisible();
  await lookTwice(page);
});
