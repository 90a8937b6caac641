import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { DESK, look, lookTwice, resize } from './look.js';

test('a visitor is asked to sign in, and the page asked for is remembered', async ({ page }) => {
  await page.goto('/styles/corporate');
  await expect(page).toHaveURL(/\/auth\?redirect=%2Fapp%2Fstyles%2Fcorporate$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Anmelden' })).toBeVisible();
  await page.getByLabel('E-Mail').fill('niemand@example.org');
  await page.getByLabel('Passwort', { exact: true }).fill('geheim-12');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('E-Mail oder Passwort ist falsch.');
  await expect(page).toHaveURL(/redirect=/);
});

test('an order needs a session', async ({ page }) => {
  await page.goto('/pricing');
  await page.getByRole('link', { name: 'Starter wählen' }).click();
  await expect(page).toHaveURL(/\/auth\?redirect=%2Fbestellen%3Fplan%3Dstarter/);
  await expect(page.getByText('Bitte melden Sie sich zuerst an')).toBeVisible();
});

test('a foreign address is never gone to', async ({ page }) => {
  await page.goto('/auth?redirect=https%3A%2F%2Fevil.example%2F');
  await expect(page.getByRole('heading', { level: 1, name: 'Anmelden' })).toBeVisible();
  await expect(page).not.toHaveURL(/evil/);
});

test('an unknown path says so and leads home', async ({ page }) => {
  await page.goto('/gibt-es-nicht');
  await expect(page.getByRole('heading', { level: 1, name: 'Oops! Page not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Zur Startseite' }).click();
  await expect(page).toHaveURL(/\/$/);
});

test('the address to be confirmed leaves the URL at once', async ({ page }) => {
  await page.goto('/verify-email?email=petra%40example.org');
  await expect(page.getByText('petra@example.org')).toBeVisible();
  await expect(page).toHaveURL(/\/verify-email$/);
});

// On the phone it is the first of «the way in by the keyboard».
test('the keyboard reaches the content first', async ({ page }) => {
  await resize(page, DESK.viewport);
  await page.goto('/pricing');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Zum Inhalt' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#content')).toBeFocused();
});

test('a picture is checked without an account, and not kept', async ({ page }) => {
  await page.goto('/pricing');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Bild prüfen' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Bild prüfen' })).toBeVisible();
  await look(page);
  await page
    .locator('input[type=file]')
    .setInputFiles(fileURLToPath(new URL('../public/previews/linkedin-640.webp', import.meta.url)));
  await expect(page.getByText('Dieses Bild kennen wir nicht')).toBeVisible();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'brief.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('kein Bild') });
  await expect(page.getByText('Dieses Bild lässt sich nicht lesen')).toBeVisible();
  await lookTwice(page);
  await page.locator('input[type=file]').setInputFiles({
    name: 'halb.jpg',
    mimeType: 'image/jpeg',
    buffer: readFileSync(new URL('../public/og/home.jpg', import.meta.url)).subarray(0, 4_000),
  });
  await expect(page.getByText('Die Datei ist beschädigt oder unvollständig.')).toBeVisible();
});
