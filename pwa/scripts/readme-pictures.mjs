/**
 * Makes the pictures of README.md from a customer's way with drawn photos, on a server of its own, and prints how long it took from the start page to
 * the first preview: node pwa/scripts/readme-pictures.mjs, after a build. Needs Chromium at CHROMIUM or /usr/bin/chromium.
 */
import { chromium } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { startTestServer } from '../../backend/bootstrap/test-server.mjs';

const sharp = createRequire(new URL('../../backend/package.json', import.meta.url))('sharp');
const { drawnPerson } = await import(new URL('../../backend/test/support/drawn-faces.ts', import.meta.url).href);
const folder = join(import.meta.dirname, '../../docs/pictures');
const WAIT = { timeout: 120_000 };

async function take(page, name) {
  await page.waitForLoadState('networkidle');
  await page.getByRole('heading', { level: 1 }).click();
  const picture = await page.screenshot({ animations: 'disabled' });
  writeFileSync(join(folder, `${name}.webp`), await sharp(picture).webp({ quality: 82 }).toBuffer());
}

async function tickAll(page) {
  await page.getByRole('checkbox').first().waitFor({ state: 'attached' });
  for (const box of await page.getByRole('checkbox').all()) await box.check({ force: true });
}

async function register(page, mailboxUrl) {
  const email = `${randomUUID()}@example.org`;
  await page.getByLabel('Name').fill('Petra Muster');
  await page.getByLabel('E-Mail').fill(email);
  await page.getByLabel('Passwort', { exact: true }).fill('Sommerwiese-42');
  await page.getByRole('checkbox').check({ force: true });
  await page.getByRole('button', { name: 'Konto erstellen' }).click();
  for (let link; !link; await page.waitForTimeout(200)) {
    const mails = await (await fetch(`${mailboxUrl}/messages?to=${encodeURIComponent(email)}`)).json();
    link = /https?:\S+confirm-email\?token=\S+/.exec(mails[0]?.text ?? '')?.[0];
    if (link) await page.goto(link);
  }
  await page.waitForURL(/\/app$/);
}

async function pay(page) {
  await page.getByRole('button', { name: 'Plan wählen und starten' }).click();
  await page.getByRole('link', { name: 'Professional wählen' }).click();
  await tickAll(page);
  await page.getByRole('button', { name: 'Zahlungspflichtig bestellen' }).click();
  await page.getByRole('button', { name: /bezahlen/ }).click();
  await page.waitForURL(/profile-wizard\?profile=/, WAIT);
}

const server = await startTestServer({ RATE_LIMITS: 'false' });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium' });
try {
  const options = {
    baseURL: server.url,
    viewport: { width: 1200, height: 1000 },
    colorScheme: 'light',
    locale: 'de-CH',
    serviceWorkers: 'block',
  };
  const page = await (await browser.newContext(options)).newPage();
  const photos = (await drawnPerson(9)).map((buffer, at) => ({
    name: `foto-${at + 1}.jpg`,
    mimeType: 'image/jpeg',
    buffer,
  }));

  const started = performance.now();
  await page.goto('/');
  await page.getByRole('button', { name: 'Nur notwendige' }).click();
  await page.getByRole('link', { name: 'Jetzt starten' }).first().click();
  await register(page, server.mailboxUrl);
  await page.goto('/app/profile-wizard');
  await tickAll(page);
  await page.getByRole('button', { name: 'Einwilligen und weiter' }).click();
  await page.locator('input[type=file]').setInputFiles(photos.slice(0, 1));
  await page
    .getByRole('img', { name: /^Vorschau im Style/ })
    .first()
    .waitFor(WAIT);
  console.log(`Start page to first preview: ${((performance.now() - started) / 1000).toFixed(1)} s`);

  await page.locator('input[type=file]').setInputFiles(photos.slice(1));
  await page.getByRole('radio', { name: 'Weiblich' }).check({ force: true });
  await page.getByLabel('Profilname').fill('Bewerbung 2027');
  await page.getByText(/^Noch \d+ Foto/).waitFor({ state: 'hidden', ...WAIT });
  await pay(page);
  await page
    .getByRole('img', { name: /^Vorschau im Style/ })
    .nth(2)
    .waitFor(WAIT);
  await page.getByRole('alertdialog').getByRole('button').click();
  await take(page, 'wizard');

  await page.getByRole('button', { name: 'Training starten' }).click();
  await page.getByText('«Bewerbung 2027» ist bereit').first().waitFor(WAIT);
  await page.goto('/app/styles');
  await page
    .getByRole('img', { name: /Vorschau/ })
    .nth(11)
    .waitFor(WAIT);
  await page.getByText('Ihre Vorschauen entstehen').waitFor({ state: 'hidden', ...WAIT });
  await take(page, 'own-styles');
  await page.goto('/app/styles/corporate');
  await page.getByRole('button', { name: /Portraits generieren/ }).click();
  await page.waitForURL(/generations/, WAIT);
  await page
    .getByRole('button', { name: /im Vollbild$/ })
    .nth(7)
    .waitFor(WAIT);
  await page.getByText('Fertig').first().waitFor(WAIT);
  await take(page, 'result');

  const visitor = await (await browser.newContext(options)).newPage();
  await visitor.goto('/');
  await visitor.getByRole('button', { name: 'Nur notwendige' }).click();
  await visitor.goto('/styles');
  await take(visitor, 'styles');
  await visitor.goto('/styles/corporate');
  await take(visitor, 'style');
} finally {
  await browser.close();
  await server.stop(false);
}
