import { expect, type Page } from '@playwright/test';

const mailbox = process.env.BILDNIS_MAILBOX_URL ?? '';

/** Opens the newest mail to an address on the mailbox page and follows its button, as a person would. */
export async function followLinkInMail(page: Page, email: string, subject: RegExp): Promise<void> {
  await expect(async () => {
    await page.goto(mailbox);
    await page
      .getByRole('link', { name: new RegExp(email) })
      .filter({ hasText: subject })
      .first()
      .click({ timeout: 1000 });
  }).toPass({ timeout: 20_000 });
  await page.frameLocator('iframe').getByRole('link', { name: 'E-Mail-Adresse bestätigen' }).click();
}
