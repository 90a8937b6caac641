import { describe, expect, test } from 'vitest';
import { ConfigurationError, readConfig } from '../../src/config/index.js';

const complete = {
  MODE: 'production',
  PUBLIC_ORIGIN: 'https://bildnis.example/',
  DATABASE_URL: 'postgresql://db/bildnis',
  REDIS_URL: 'redis://redis',
  STORAGE_DIR: 'files',
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'Bildnis <post@bildnis.example>',
  STRIPE_SECRET_KEY: 'sk_live_51QkWz8aBcDeFgHiJ',
  STRIPE_WEBHOOK_SECRET: 'whsec_4fQkWz8aBcDeFgHiJ',
  MEDIA_SECRET: 'x'.repeat(32),
};
/** The settings of a hosted engine. */
const hosted = {
  ENGINE: 'replicate',
  REPLICATE_API_TOKEN: 'r8_4fQkWz8aBcDeFgHiJ',
  REPLICATE_WEBHOOK_SECRET: 'whsec_4fQkWz8aBcDeFgHiJ',
  REPLICATE_MODEL: 'bildnis/portraits',
  REPLICATE_TRAINER: 'ostris/flux-dev-lora-trainer:e440909d3512',
};
const problemsOf = (env: Record<string, string | undefined>) => {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    return (error as ConfigurationError).problems;
  }
};

describe('configuration', () => {
  test('a complete environment is read, with defaults for the rest', () => {
    expect(readConfig(complete)).toMatchObject({ publicOrigin: 'https://bildnis.example', storage: { kind: 'disk', dir: 'files' }, stripe: { apiUrl: null }, rateLimits: true });
  });

  test('everything that is missing or wrong is named at once', () => {
    const problems = problemsOf({ ...complete, DATABASE_URL: undefined, MEDIA_SECRET: 'short', PORT: 'x' });
    expect(problems.map((problem) => problem.split(':')[0]).toSorted()).toEqual(['DATABASE_URL', 'MEDIA_SECRET', 'PORT']);
  });

  test.each([
    ['plain http', { PUBLIC_ORIGIN: 'http://bildnis.example' }, 'PUBLIC_ORIGIN'],
    ['a stand-in for Stripe', { STRIPE_API_URL: 'http://127.0.0.1:1' }, 'STRIPE_API_URL'],
    ['a missing key', { STRIPE_SECRET_KEY: undefined }, 'STRIPE_SECRET_KEY'],
    ['a test key', { STRIPE_SECRET_KEY: 'sk_test_51QkWz8aBcDeFgHiJ' }, 'STRIPE_SECRET_KEY'],
    ['a placeholder key', { STRIPE_SECRET_KEY: 'sk_live_xxxxxxxxxxxxxxxxxxxx' }, 'STRIPE_SECRET_KEY'],
    ['a key that is none', { STRIPE_SECRET_KEY: 'geheim' }, 'STRIPE_SECRET_KEY'],
    ['a missing webhook secret', { STRIPE_WEBHOOK_SECRET: '' }, 'STRIPE_WEBHOOK_SECRET'],
    ['a placeholder webhook secret', { STRIPE_WEBHOOK_SECRET: 'whsec_...' }, 'STRIPE_WEBHOOK_SECRET'],
    ['a stand-in for Replicate', { ...hosted, REPLICATE_API_URL: 'http://127.0.0.1:1' }, 'REPLICATE_API_URL'],
    ['a placeholder token of Replicate', { ...hosted, REPLICATE_API_TOKEN: 'r8_xxxxxxxxxxxxxxxxxxxx' }, 'REPLICATE_API_TOKEN'],
    ['a placeholder secret of Replicate', { ...hosted, REPLICATE_WEBHOOK_SECRET: 'whsec_...' }, 'REPLICATE_WEBHOOK_SECRET'],
    ['a hosted engine without its token', { ENGINE: 'replicate' }, 'REPLICATE_API_TOKEN'],
    ['a certificate without its key', { C2PA_CERTIFICATE_FILE: 'chain.pem' }, 'C2PA_KEY_FILE'],
    ['half a hosted engine', { ...hosted, REPLICATE_MODEL: undefined }, 'REPLICATE_MODEL'],
    ['a trainer without its version', { ...hosted, REPLICATE_TRAINER: 'ostris/flux-dev-lora-trainer' }, 'REPLICATE_TRAINER'],
    ['the embedded mailbox', { MAILBOX_URL: 'http://127.0.0.1:1' }, 'MAILBOX_URL'],
    ['the placeholder sender', { MAIL_FROM: undefined }, 'MAIL_FROM'],
  ])('production refuses %s', (_what, change, name) => {
    expect(problemsOf({ ...complete, ...change })).toEqual([expect.stringContaining(name)]);
  });

  test('the studio works one job at a time; a hosted engine is followed by several, and reached where it lives', () => {
    expect(readConfig(complete).engine).toMatchObject({ name: 'studio', jobsAtOnce: 1, replicate: null });
    const { engine } = readConfig({ ...complete, ...hosted });
    expect(engine).toMatchObject({ name: 'replicate', jobsAtOnce: 8 });
    expect(engine.replicate).toMatchObject({ apiUrl: 'https://api.replicate.com', model: { owner: 'bildnis', name: 'portraits' }, trainer: { owner: 'ostris', name: 'flux-dev-lora-trainer', version: 'e440909d3512' }, webhookUrl: 'https://bildnis.example/api/v1/webhooks/replicate' });
    // Profiles trained there stay usable after going back.
    expect(readConfig({ ...complete, ...hosted, ENGINE: 'studio' }).engine).toMatchObject({ name: 'studio', jobsAtOnce: 1, replicate: { token: hosted.REPLICATE_API_TOKEN } });
  });

  test('S3 needs all its parts', () => {
    expect(problemsOf({ ...complete, S3_ENDPOINT: 'https://s3.example', S3_BUCKET: 'bildnis' })).toHaveLength(2);
  });
});
