import { readFileSync } from 'node:fs';
import { readConfig } from '../../src/config/index.js';
import { readLegalText } from '../../src/payments/contract-texts/legal-text.js';

/** Who runs an installation as it comes. */
export const { operator } = readConfig({
  MODE: 'embedded',
  DATABASE_URL: 'postgresql://db/bildnis',
  REDIS_URL: 'redis://redis',
  STORAGE_DIR: 'files',
  SMTP_URL: 'smtp://127.0.0.1:25',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  MEDIA_SECRET: 'x'.repeat(32),
});

/** The terms and the instruction on withdrawal of such an installation. */
export const legalTexts = ['terms', 'refund'].map((name) =>
  readLegalText(readFileSync(new URL(`../../../pwa/src/content/legal/${name}.md`, import.meta.url), 'utf8'), {
    operator,
    publicOrigin: 'https://bildnis.example',
  }),
);
