import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../../src/config/index.js';
import { facts } from '../../src/facts/index.js';

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const { retention } = facts;

test.each(['docker/compose.yaml', 'docker/compose.replicas.yaml'])(
  'logs take what the privacy policy says: %s',
  (file) => {
    const { services } = parse(read(file), { merge: true }) as {
      services: Record<string, { logging?: { options: Record<string, string> } }>;
    };
    for (const [name, { logging }] of Object.entries(services))
      expect(logging?.options, name).toEqual({
        'max-size': `${retention.logFileMegabytes}m`,
        'max-file': String(retention.logFiles),
      });
  },
);

test('the journal of deletions outlasts the oldest backup, and is kept no longer than promised', () => {
  const environment = {
    MODE: 'test',
    DATABASE_URL: 'postgresql://db/bildnis',
    REDIS_URL: 'redis://redis',
    STORAGE_DIR: 'files',
    SMTP_URL: 'smtp://127.0.0.1:25',
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    MEDIA_SECRET: 'x'.repeat(32),
  };
  const kept = (days?: number) =>
    readConfig({ ...environment, JOURNAL_DAYS: days === undefined ? undefined : String(days) }).journalDays;
  expect(kept()).toBe(retention.journalDays);
  expect(kept(retention.backupDays)).toBe(retention.backupDays);
  for (const wrong of [retention.backupDays - 1, retention.journalDays + 1])
    expect(() => kept(wrong)).toThrow('JOURNAL_DAYS');
});

test('no release of an account lasts longer than the privacy policy says', () => {
  expect(Math.max(...facts.examples.months)).toBe(retention.releaseMonths);
});

test('the policy names each of these terms by its fact', () => {
  const policy = read('pwa/src/content/legal/privacy.md');
  for (const name of [
    'retention.logFiles',
    'retention.logFileMegabytes',
    'retention.costMonths',
    'retention.backupDays',
    'retention.journalDays',
    'retention.releaseMonths',
    'account.unconfirmedDays',
  ])
    expect(policy).toContain(`{{${name}}}`);
});
