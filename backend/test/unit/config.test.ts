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
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  MEDIA_SECRET: 'x'.repeat(32),
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
    ['the embedded mailbox', { MAILBOX_URL: 'http://127.0.0.1:1' }, 'MAILBOX_URL'],
    ['the placeholder sender', { MAIL_FROM: undefined }, 'MAIL_FROM'],
  ])('production refuses %s', (_what, change, name) => {
    expect(problemsOf({ ...complete, ...change })).toEqual([expect.stringContaining(name)]);
  });

  test('S3 needs all its parts', () => {
    expect(problemsOf({ ...complete, S3_ENDPOINT: 'https://s3.example', S3_BUCKET: 'bildnis' })).toHaveLength(2);
  });
});
