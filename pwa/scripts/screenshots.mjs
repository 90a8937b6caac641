/**
 * Takes the pictures that a browser shows before the app is installed (scripts/installation.ts), from a server of its own with nobody's data:
 * node pwa/scripts/screenshots.mjs, after a build. Needs Chromium at CHROMIUM or /usr/bin/chromium.
 */
import { chromium } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startTestServer } from '../../backend/bootstrap/test-server.mjs';

const folder = join(import.meta.dirname, '../public/screenshots');
const SCREENS = { styles: '/app/styles', style: '/app/styles/corporate' };
const FORMS = {
  narrow: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  wide: { viewport: { width: 1280, height: 800 } },
};

async function customer(server, request) {
  const headers = { origin: new URL(server.url).origin };
  const account = { email: `${randomUUID()}@example.org`, password: 'Sommerwiese-42' };
  await request.post('/api/v1/auth/register', {
    headers,
    data: { ...account, displayName: 'Petra Muster', acceptTerms: true },
  });
  for (let token; !token; await new Promise((resolve) => setTimeout(resolve, 200))) {
    const mails = await (
      await request.get(`${server.mailboxUrl}/messages?to=${encodeURIComponent(account.email)}`)
    ).json();
    token = /token=([\w.-]+)/.exec(mails[0]?.text ?? '')?.[1];
    if (token) await request.post('/api/v1/auth/confirm-email', { headers, data: { token, session: 'cookie' } });
  }
}

mkdirSync(folder, { recursive: true });
const server = await startTestServer({ RATE_LIMITS: 'false' });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium' });
try {
  for (const [form, options] of Object.entries(FORMS)) {
    const context = await browser.newContext({
      ...options,
      baseURL: server.url,
      colorScheme: 'light',
      serviceWorkers: 'block',
    });
    await customer(server, context.request);
    const page = await context.newPage();
    await page.goto('/app/styles');
    await page.getByRole('button', { name: 'Nur notwendige' }).click();
    for (const [name, path] of Object.entries(SCREENS)) {
      await page.goto(path, { waitUntil: 'networkidle' });
      await page.screenshot({ path: join(folder, `${name}-${form}.jpg`), type: 'jpeg', quality: 78 });
    }
    await context.close();
  }
} finally {
  await browser.close();
  await server.stop(false);
}
