import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';

export const PASSWORD = 'Sommerwiese-42';
export const OTHER_PASSWORD = 'Herbstlaub-17';

/** An address nobody has used yet. */
export const newEmail = () => `petra-${randomUUID()}@example.org`;
/** A message in the toast area. */
export const toast = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Meldungen' }).getByText(text).first();
/** The field for the password of a sign-in or registration. */
export const password = (page: Page) => page.getByLabel('Passwort', { exact: true });
/** The button of the form, not the link of the header. */
export const signInButton = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Anmelden', exact: true });

/** Fills in the form for a new account and sends it. */
export async function fillRegistration(page: Page, email: string): Promise<void> {
  await page.getByLabel('Name').fill('Petra Muster');
  await page.getByLabel('E-Mail').fill(email);
  await password(page).fill(PASSWORD);
  await page.getByRole('checkbox').check({ force: true });
  await page.getByRole('button', { name: 'Konto erstellen' }).click();
}

/** Signs in with the form. */
export async function signInWith(page: Page, email: string, secret: string): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('E-Mail').fill(email);
  await password(page).fill(secret);
  await signInButton(page).click();
}

/** What a screen reader reads with a field. */
export const descriptionOf = (field: Locator) =>
  field.evaluate((input) =>
    (input.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  );

/** Moves on with the tab key until an element has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let step = 0; step < 30; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}
