import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '../../src/config/index.js';
import { keepSecrets } from '../../src/embedded/secrets.js';

const folder = mkdtempSync(join(tmpdir(), 'bildnis-secrets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a data folder makes its secrets once and keeps them, for its owner alone', () => {
  const file = join(folder, 'new.json');
  const made = keepSecrets(file);
  expect(keepSecrets(file)).toEqual(made);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test.each(['{"stripeSecretKey": "sk_te', 'null', '{"mediaSecret": 7}'])(
  'a damaged file is named, and stays as it is: %s',
  (content) => {
    const file = join(folder, 'damaged.json');
    writeFileSync(file, content);
    expect(() => keepSecrets(file)).toThrow(`Die Datei «${file}» ist beschädigt.`);
    expect(readFileSync(file, 'utf8')).toBe(content);
  },
);

test('one from before push gets a pair of keys that fit each other, and keeps what it had', () => {
  const file = join(folder, 'old.json');
  const { vapid: _, ...before } = keepSecrets(file);
  writeFileSync(file, JSON.stringify(before));
  const { vapid, ...rest } = keepSecrets(file);
  expect(rest).toEqual(before);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ vapid });
  const env = {
    MODE: 'embedded',
    DATABASE_URL: 'postgresql://db',
    REDIS_URL: 'redis://redis',
    STORAGE_DIR: 'files',
    SMTP_URL: 'smtp://mail',
    STRIPE_SECRET_KEY: 'sk_test',
    STRIPE_WEBHOOK_SECRET: 'whsec',
    MEDIA_SECRET: 'x'.repeat(32),
  };
  expect(
    readConfig({ ...env, VAPID_PUBLIC_KEY: vapid.publicKey, VAPID_PRIVATE_KEY: vapid.privateKey }).push?.publicKey,
  ).toBe(vapid.publicKey);
});
