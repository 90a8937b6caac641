import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigurationError, readConfig } from '../../src/config/index.js';
import { vapidKeys } from '../support/push-service.js';

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
  MEDIA_SECRET: 'b7a1c9e04d5f62387f90ad1c3be8564d02f7a6c19b8e3d50',
  OPERATOR_NAME: 'Lichtbild AG',
  OPERATOR_STREET: 'Seegasse 7',
  OPERATOR_CITY: '6300 Zug',
  OPERATOR_EMAIL: 'post@bildnis.example',
  OPERATOR_UID: 'CHE-123.456.788',
  OPERATOR_VAT: 'CHE-123.456.788 MWST',
  OPERATOR_RESPONSIBLE: 'Petra Brönnimann',
  OPERATOR_PHONE: '+41 41 555 01 23',
  OPERATOR_REGISTER: 'Handelsregister des Kantons Zug',
  OPERATOR_EU_REPRESENTATIVE: 'Lichtbild GmbH, Domplatz 1, 50667 Köln',
  OPERATOR_DATA_PROTECTION_OFFICER: 'none',
  OPERATOR_DISPUTE_BODY: 'none',
  OPERATOR_HOSTING: 'Rechenhaus AG=Schweiz; Ablage GmbH=Deutschland',
  OPERATOR_MAIL: 'Briefträger SA=Schweiz',
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
    expect(readConfig(complete)).toMatchObject({
      publicOrigin: 'https://bildnis.example',
      storage: { kind: 'disk', dir: 'files' },
      stripe: { apiUrl: null },
      rateLimits: true,
    });
  });

  test('a network that cuts people out is read with how it wants its colours, and its path from here', () => {
    expect(readConfig(complete).engine.matting).toBeNull();
    expect(readConfig({ ...complete, STUDIO_MATTE_MODEL: 'networks/person.onnx' }).engine.matting).toEqual({
      model: resolve('networks/person.onnx'),
      runtime: 'onnxruntime-web',
      mean: [0.5, 0.5, 0.5],
      deviation: [0.5, 0.5, 0.5],
      logits: false,
    });
    const rest = {
      STUDIO_MATTE_MEAN: '0.485,0.456,0.406',
      STUDIO_MATTE_DEVIATION: '1',
      STUDIO_MATTE_OUTPUT: 'logits',
    };
    expect(readConfig({ ...complete, STUDIO_MATTE_MODEL: '/person.onnx', ...rest }).engine.matting).toMatchObject({
      mean: [0.485, 0.456, 0.406],
      deviation: [1, 1, 1],
      logits: true,
    });
  });

  test.each([
    ['STUDIO_MATTE_MEAN', '0.5,0.5'],
    ['STUDIO_MATTE_MEAN', '1.2.3'],
    ['STUDIO_MATTE_DEVIATION', '0'],
    ['STUDIO_MATTE_DEVIATION', '-0.5'],
    ['STUDIO_MATTE_OUTPUT', 'alpha'],
  ])('%s=%s is refused', (name, value) => {
    expect(problemsOf({ ...complete, [name]: value }).join()).toContain(name);
  });

  test('what is missing and what is unfit are named in one round', () => {
    const problems = problemsOf({
      ...complete,
      REDIS_URL: undefined,
      OPERATOR_UID: 'CHE-000.000.000',
      RATE_LIMITS: 'false',
    });
    expect(problems).toEqual([
      'REDIS_URL is missing',
      'RATE_LIMITS=false is for tests only',
      'OPERATOR_UID is still the placeholder',
    ]);
  });

  test('everything that is missing or wrong is named at once', () => {
    const problems = problemsOf({ ...complete, DATABASE_URL: undefined, MEDIA_SECRET: 'short', PORT: 'x' });
    expect(problems.map((problem) => problem.split(/[: ]/)[0]).toSorted()).toEqual([
      'DATABASE_URL',
      'MEDIA_SECRET',
      'PORT',
    ]);
  });

  type Refused = [string, Record<string, string | undefined>, string];
  test.each<Refused>([
    ['plain http', { PUBLIC_ORIGIN: 'http://bildnis.example' }, 'PUBLIC_ORIGIN'],
    ['an emulator for Stripe', { STRIPE_API_URL: 'http://127.0.0.1:1' }, 'STRIPE_API_URL'],
    ['a missing key', { STRIPE_SECRET_KEY: undefined }, 'STRIPE_SECRET_KEY'],
    ['a test key', { STRIPE_SECRET_KEY: 'sk_test_51QkWz8aBcDeFgHiJ' }, 'STRIPE_SECRET_KEY'],
    ['a placeholder key', { STRIPE_SECRET_KEY: 'sk_live_xxxxxxxxxxxxxxxxxxxx' }, 'STRIPE_SECRET_KEY'],
    ['a key that is none', { STRIPE_SECRET_KEY: 'geheim' }, 'STRIPE_SECRET_KEY'],
    ['a missing webhook secret', { STRIPE_WEBHOOK_SECRET: '' }, 'STRIPE_WEBHOOK_SECRET'],
    ['a placeholder webhook secret', { STRIPE_WEBHOOK_SECRET: 'whsec_...' }, 'STRIPE_WEBHOOK_SECRET'],
    ['an emulator for Replicate', { ...hosted, REPLICATE_API_URL: 'http://127.0.0.1:1' }, 'REPLICATE_API_URL'],
    ['another provider in Google’s place', { GOOGLE_ISSUER_URL: 'http://127.0.0.1:1' }, 'GOOGLE_ISSUER_URL'],
    [
      'a placeholder token of Replicate',
      { ...hosted, REPLICATE_API_TOKEN: 'r8_xxxxxxxxxxxxxxxxxxxx' },
      'REPLICATE_API_TOKEN',
    ],
    [
      'a placeholder secret of Replicate',
      { ...hosted, REPLICATE_WEBHOOK_SECRET: 'whsec_...' },
      'REPLICATE_WEBHOOK_SECRET',
    ],
    ['a hosted engine without its token', { ENGINE: 'replicate' }, 'REPLICATE_API_TOKEN'],
    ['a certificate without its key', { C2PA_CERTIFICATE_FILE: 'chain.pem' }, 'C2PA_KEY_FILE'],
    ['half a hosted engine', { ...hosted, REPLICATE_MODEL: undefined }, 'REPLICATE_MODEL'],
    [
      'a trainer without its version',
      { ...hosted, REPLICATE_TRAINER: 'ostris/flux-dev-lora-trainer' },
      'REPLICATE_TRAINER',
    ],
    ...[
      '0'.repeat(64),
      '01234567890123456789012345678901',
      'change-me-change-me-change-me-change-me',
      'abcdefghijklmnopqrstuvwxyzabcdefghij',
      'please-change_me-9f8c21d4e07b6a35aa',
      'qwqwqwqwqwqwqwqwqwqwqwqwqwqwqwqw',
      'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab',
      'k3Xv9QzTk3Xv9QzTk3Xv9QzTk3Xv9QzT',
      'qzqzqzqzzqzqqzzqqzqzqzqzzqzqzzqq',
    ].map((secret): Refused => [`the secret ${secret}`, { MEDIA_SECRET: secret }, 'MEDIA_SECRET']),
    ...[
      'sk_live_your_secret_key_here',
      'sk_live_0000000000000000',
      'sk_live_1234567890123456',
      'sk_live_changeMechangeMe1',
      'rk_live_exampleKey4fQkWz8a',
    ].map((key): Refused => [`the key ${key}`, { STRIPE_SECRET_KEY: key }, 'STRIPE_SECRET_KEY']),
    ...[
      'whsec_your_webhook_secret',
      'whsec_0000000000000000',
      'whsec_1234567890abcdefghij',
      'whsec_changeMe1changeMe2',
    ].map((key): Refused => [`the secret ${key}`, { STRIPE_WEBHOOK_SECRET: key }, 'STRIPE_WEBHOOK_SECRET']),
    ...[
      'postgres:postgres',
      'bildnis:bildnis',
      'bildnis:password',
      'bildnis:change-me',
      'admin:admin',
      'fotograf:fotograf',
      'bildnis:guest',
    ].map((pair): Refused => [
      `the password of ${pair}`,
      { DATABASE_URL: `postgresql://${pair}@db:5432/bildnis` },
      'DATABASE_URL',
    ]),
    ['the password of redis', { REDIS_URL: 'redis://:redis@redis:6379' }, 'REDIS_URL'],
    ['the password of an example', { SMTP_URL: 'smtps://user:password@mail.example:465' }, 'SMTP_URL'],
    ['mail without TLS', { SMTP_URL: 'smtp://bote:4fQkWz8aBcDe@mail.example:587' }, 'SMTP_URL'],
    ['no limits', { RATE_LIMITS: 'false' }, 'RATE_LIMITS'],
    ...[
      'https://bildnis.example/app',
      'https://bildnis.example?a=b',
      'https://bildnis.example/#a',
      'https://anna:x@bildnis.example',
      'https://localhost',
      'https://localhost:3000',
      'https://app.localhost',
      'https://127.0.0.1',
      'https://[::1]',
      'https://bildnis.invalid',
      'ftp://bildnis.example',
    ].map((origin): Refused => [`the origin ${origin}`, { PUBLIC_ORIGIN: origin }, 'PUBLIC_ORIGIN']),
    ['the pages of the build', { PWA_DIR: '/app/pwa/dist' }, 'SITE_DIR'],
    ['webhooks to this machine', { WEBHOOK_LOOPBACK: 'true' }, 'WEBHOOK_LOOPBACK'],
    ['the embedded mailbox', { MAILBOX_URL: 'http://127.0.0.1:1' }, 'MAILBOX_URL'],
    ['the placeholder sender', { MAIL_FROM: undefined }, 'MAIL_FROM'],
    ['a placeholder operator', { OPERATOR_NAME: undefined }, 'OPERATOR_NAME'],
    ['a placeholder street', { OPERATOR_STREET: 'Musterstrasse 1 ' }, 'OPERATOR_STREET'],
    ['a placeholder town', { OPERATOR_CITY: '' }, 'OPERATOR_CITY'],
    ['a placeholder address', { OPERATOR_EMAIL: 'hallo@firma.invalid' }, 'OPERATOR_EMAIL'],
    ['a placeholder number', { OPERATOR_UID: undefined }, 'OPERATOR_UID'],
    ['a placeholder number for VAT', { OPERATOR_VAT: 'CHE-000.000.000 TVA' }, 'OPERATOR_VAT'],
    ['nobody responsible', { OPERATOR_RESPONSIBLE: undefined }, 'OPERATOR_RESPONSIBLE'],
    ['no fast way to reach the operator', { OPERATOR_PHONE: undefined }, 'OPERATOR_PHONE or OPERATOR_CONTACT_URL'],
    ['a placeholder phone', { OPERATOR_PHONE: '+41 31 000 00 00' }, 'OPERATOR_PHONE'],
    ['no word about the register', { OPERATOR_REGISTER: undefined }, 'OPERATOR_REGISTER'],
    ['no word about the EU', { OPERATOR_EU_REPRESENTATIVE: undefined }, 'OPERATOR_EU_REPRESENTATIVE or'],
    [
      'no word about a data protection officer',
      { OPERATOR_DATA_PROTECTION_OFFICER: undefined },
      'OPERATOR_DATA_PROTECTION_OFFICER',
    ],
    ['no word about disputes', { OPERATOR_DISPUTE_BODY: undefined }, 'OPERATOR_DISPUTE_BODY'],
    ['nobody who runs the servers', { OPERATOR_HOSTING: undefined }, 'OPERATOR_HOSTING'],
    ['a placeholder of who runs them', { OPERATOR_HOSTING: 'Muster Hosting AG=Schweiz' }, 'OPERATOR_HOSTING'],
    ['nobody who delivers mail', { OPERATOR_MAIL: undefined }, 'OPERATOR_MAIL'],
    ['a key of Stripe’s test mode', { STRIPE_SECRET_KEY: 'sk_test_51QkWz8aBcDeFgHiJ' }, 'STRIPE_SECRET_KEY'],
    ['what is for a rehearsal', { REHEARSAL_EMAILS: '@firma.ch' }, 'REHEARSAL_EMAILS'],
    ['half a Matomo', { MATOMO_URL: 'https://matomo.example' }, 'MATOMO_SITE_ID'],
    [
      'a Matomo that keeps visits for ever',
      { MATOMO_URL: 'https://matomo.example', MATOMO_SITE_ID: '3' },
      'MATOMO_KEPT_MONTHS',
    ],
    [
      'a Matomo over plain http',
      { MATOMO_URL: 'http://matomo.example', MATOMO_SITE_ID: '3', MATOMO_KEPT_MONTHS: '14' },
      'MATOMO_URL',
    ],
    [
      'another script in the pixel’s place',
      { META_PIXEL_ID: '1234', META_PIXEL_SCRIPT_URL: 'https://pixel.example/p.js' },
      'META_PIXEL_SCRIPT_URL',
    ],
  ])('production refuses %s', (_what, change, name) => {
    expect(problemsOf({ ...complete, ...change })).toEqual([expect.stringContaining(name)]);
  });

  test.each<[string, Record<string, string>]>([
    ['a port', { PUBLIC_ORIGIN: 'https://bildnis.example:8443' }],
    ['a name written large', { PUBLIC_ORIGIN: 'https://Bildnis.example/' }],
    ['mail with TLS that is asked for', { SMTP_URL: 'smtp://bote:4fQkWz8aBcDe@mail.example:587?requireTLS=true' }],
    ['a relay on this machine', { SMTP_URL: 'smtp://127.0.0.1:25' }],
    ['a relay beside it', { SMTP_URL: 'smtp://relay:25' }],
    [
      'a password of its own',
      {
        DATABASE_URL: 'postgresql://bildnis:9f8c21d4e07b6a35@db/bildnis',
        REDIS_URL: 'rediss://:9f8c21d4e07b6a35@redis:6379',
      },
    ],
    ['pages of its own', { PWA_DIR: '/app/pwa/dist', SITE_DIR: '/var/lib/bildnis/site' }],
  ])('production takes %s', (_what, change) => expect(problemsOf({ ...complete, ...change })).toEqual([]));

  describe('a rehearsal', () => {
    const rehearsal = {
      ...complete,
      MODE: 'rehearsal',
      STRIPE_SECRET_KEY: 'sk_test_51QkWz8aBcDeFgHiJ',
      REHEARSAL_EMAILS: 'Anna@example.org, @firma.ch',
    };

    test('has all parts of production, money that is none, and emails for those it names', () => {
      expect(readConfig(rehearsal)).toMatchObject({
        mode: 'rehearsal',
        rehearsal: { emailsTo: ['anna@example.org', '@firma.ch'] },
        adminSecondFactor: true,
      });
      expect(readConfig(complete).rehearsal).toBeNull();
    });

    test('needs no operator yet', () => {
      const operator = Object.keys(complete).filter((name) => name.startsWith('OPERATOR_'));
      expect(problemsOf({ ...rehearsal, ...Object.fromEntries(operator.map((name) => [name, undefined])) })).toEqual(
        [],
      );
    });

    test.each<[string, Record<string, string | undefined>, string]>([
      ['real money', { STRIPE_SECRET_KEY: complete.STRIPE_SECRET_KEY }, 'STRIPE_SECRET_KEY'],
      ['emails to nobody', { REHEARSAL_EMAILS: undefined }, 'REHEARSAL_EMAILS'],
      ['emails to what is no address', { REHEARSAL_EMAILS: 'anna' }, 'REHEARSAL_EMAILS'],
      ['plain http', { PUBLIC_ORIGIN: 'http://bildnis.example' }, 'PUBLIC_ORIGIN'],
      ['a placeholder', { MEDIA_SECRET: 'change-me-change-me-change-me-change-me' }, 'MEDIA_SECRET'],
    ])('refuses %s', (_what, change, name) => {
      expect(problemsOf({ ...rehearsal, ...change })).toEqual([expect.stringContaining(name)]);
    });
  });

  test('no secret that was drawn is taken for a placeholder', () => {
    const drawn = Array.from({ length: 500 }, () => [
      randomBytes(32).toString('hex'),
      randomBytes(24).toString('base64'),
      randomBytes(12).toString('hex'),
    ]).flat();
    expect(
      drawn.filter((secret) => problemsOf({ ...complete, MEDIA_SECRET: secret.padEnd(32, secret) }).length > 0),
    ).toEqual([]);
  });

  test('the studio works one job at a time; a hosted engine is followed by several, and reached where it lives', () => {
    expect(readConfig(complete).engine).toMatchObject({ name: 'studio', jobsAtOnce: 1, replicate: null });
    const { engine } = readConfig({ ...complete, ...hosted });
    expect(engine).toMatchObject({ name: 'replicate', jobsAtOnce: 8 });
    expect(engine.replicate).toMatchObject({
      apiUrl: 'https://api.replicate.com',
      acceptsSamples: false,
      model: { owner: 'bildnis', name: 'portraits' },
      trainer: { owner: 'ostris', name: 'flux-dev-lora-trainer', version: 'e440909d3512' },
      webhookUrl: 'https://bildnis.example/api/v1/webhooks/replicate',
    });
    // Samples come from another service in its place only, which production refuses altogether (above).
    expect(readConfig({ ...complete, ...hosted, MODE: 'embedded' }).engine.replicate).toMatchObject({
      acceptsSamples: false,
    });
    expect(
      readConfig({ ...complete, ...hosted, MODE: 'embedded', REPLICATE_API_URL: 'http://127.0.0.1:1' }).engine
        .replicate,
    ).toMatchObject({ acceptsSamples: true });
    // Profiles trained there stay usable after going back.
    expect(readConfig({ ...complete, ...hosted, ENGINE: 'studio' }).engine).toMatchObject({
      name: 'studio',
      jobsAtOnce: 1,
      replicate: { token: hosted.REPLICATE_API_TOKEN },
    });
  });

  test('the operator has placeholders outside production, and a country to begin with', () => {
    expect(readConfig({ ...complete, MODE: 'embedded', OPERATOR_NAME: undefined }).operator).toMatchObject({
      name: 'Bildnis Muster AG',
      city: '6300 Zug',
      country: 'Schweiz',
    });
    expect(readConfig({ ...complete, OPERATOR_COUNTRY: 'Liechtenstein' }).operator.country).toBe('Liechtenstein');
  });

  test('who runs servers and mail is named, each with a country', () => {
    expect(readConfig(complete).operator).toMatchObject({
      hostingProviders: [
        { name: 'Rechenhaus AG', country: 'Schweiz' },
        { name: 'Ablage GmbH', country: 'Deutschland' },
      ],
      mailProviders: [{ name: 'Briefträger SA', country: 'Schweiz' }],
      hosting: 'Schweiz, Deutschland',
    });
    for (const wrong of ['Schweiz, Deutschland', 'Rechenhaus AG=', '=Schweiz', ';'])
      expect(problemsOf({ ...complete, OPERATOR_HOSTING: wrong })).toEqual([
        expect.stringContaining('OPERATOR_HOSTING'),
      ]);
  });

  test('where there is no phone, register, tax or representative, the operator says so', () => {
    expect(readConfig(complete).operator).toMatchObject({
      contact: 'post@bildnis.example, +41 41 555 01 23',
      disputeBody: '',
      noEuRepresentative: '',
      dataProtectionOfficer: '',
    });
    const officer = 'Dr. Vera Muster, dsb@muster.example';
    for (const [given, kept] of [
      [officer, officer],
      ['none', ''],
    ] as const)
      expect(readConfig({ ...complete, OPERATOR_DATA_PROTECTION_OFFICER: given }).operator.dataProtectionOfficer).toBe(
        kept,
      );
    const without = {
      OPERATOR_PHONE: undefined,
      OPERATOR_CONTACT_URL: 'https://bildnis.example/kontakt',
      OPERATOR_REGISTER: 'None',
      OPERATOR_VAT: 'none',
      OPERATOR_EU_REPRESENTATIVE: undefined,
      OPERATOR_NO_EU_REPRESENTATIVE: 'Wir haben eine Niederlassung in Köln.',
    };
    expect(readConfig({ ...complete, ...without }).operator).toMatchObject({
      phone: '',
      contact: 'post@bildnis.example, https://bildnis.example/kontakt',
      register: '',
      vat: '',
      euRepresentative: '',
      noEuRepresentative: 'Wir haben eine Niederlassung in Köln.',
    });
  });

  test('where the operator can be followed is a list of networks and addresses', () => {
    expect(readConfig(complete).operator.social).toEqual([]);
    expect(
      readConfig({
        ...complete,
        OPERATOR_SOCIAL: 'LinkedIn=https://linkedin.example/company/x?a=b  Instagram=https://instagram.example/x',
      }).operator.social,
    ).toEqual([
      { network: 'LinkedIn', url: 'https://linkedin.example/company/x?a=b' },
      { network: 'Instagram', url: 'https://instagram.example/x' },
    ]);
    for (const wrong of [
      'LinkedIn',
      'LinkedIn=http://linkedin.example',
      'LinkedIn=javascript:alert(1)',
      '=https://x.example',
    ])
      expect(() => readConfig({ ...complete, OPERATOR_SOCIAL: wrong })).toThrow('OPERATOR_SOCIAL');
  });

  test('nothing is measured unless it is configured', () => {
    expect(readConfig(complete).measurement).toEqual({ matomo: null, pixel: null });
    expect(
      readConfig({
        ...complete,
        MATOMO_URL: 'https://matomo.example/',
        MATOMO_SITE_ID: '3',
        MATOMO_KEPT_MONTHS: '6',
        META_PIXEL_ID: '1234',
      }).measurement,
    ).toMatchObject({
      matomo: {
        url: 'https://matomo.example',
        siteId: '3',
        keptMonths: 6,
        recipient: complete.OPERATOR_NAME,
        country: 'Schweiz',
      },
      pixel: {
        id: '1234',
        scriptUrl: 'https://connect.facebook.net/en_US/fbevents.js',
        recipient: 'Meta Platforms Ireland Limited',
        country: 'Irland, USA',
      },
    });
    const elsewhere = {
      MATOMO_URL: 'https://matomo.example/',
      MATOMO_SITE_ID: '3',
      MATOMO_KEPT_MONTHS: '14',
      MATOMO_RECIPIENT: 'Zähler GmbH',
    };
    expect(readConfig({ ...complete, ...elsewhere, MATOMO_COUNTRY: 'Deutschland' }).measurement.matomo).toMatchObject({
      recipient: 'Zähler GmbH',
      country: 'Deutschland',
    });
    expect(problemsOf({ ...complete, ...elsewhere })).toEqual([expect.stringContaining('MATOMO_COUNTRY')]);
    expect(
      readConfig({ ...complete, MODE: 'test', META_PIXEL_ID: '1234', META_PIXEL_SCRIPT_URL: 'http://127.0.0.1:1/p.js' })
        .measurement.pixel?.scriptUrl,
    ).toBe('http://127.0.0.1:1/p.js');
    expect(
      problemsOf({
        ...complete,
        MODE: 'test',
        MATOMO_URL: 'javascript:alert(1)',
        MATOMO_SITE_ID: '3',
        MATOMO_KEPT_MONTHS: '14',
      }),
    ).toEqual([expect.stringContaining('MATOMO_URL')]);
  });

  describe('push', () => {
    const [pair, other] = [vapidKeys(), vapidKeys()];

    test('is offered with both keys, to the services of the browsers there are, in the name of whoever sends the mails', () => {
      expect(readConfig(complete).push).toBeNull();
      expect(readConfig({ ...complete, ...pair }).push).toEqual({
        publicKey: pair.VAPID_PUBLIC_KEY,
        privateKey: pair.VAPID_PRIVATE_KEY,
        subject: 'mailto:post@bildnis.example',
        hosts: ['fcm.googleapis.com', '*.push.services.mozilla.com', '*.notify.windows.com', '*.push.apple.com'],
      });
      expect(
        readConfig({
          ...complete,
          ...pair,
          VAPID_SUBJECT: 'https://bildnis.example/hilfe',
          PUSH_HOSTS: 'push.bildnis.example, *.push.example ',
        }).push,
      ).toMatchObject({ subject: 'https://bildnis.example/hilfe', hosts: ['push.bildnis.example', '*.push.example'] });
    });

    test.each([
      [
        'one key',
        { VAPID_PUBLIC_KEY: pair.VAPID_PUBLIC_KEY },
        'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are needed together',
      ],
      [
        'the other key',
        { VAPID_PRIVATE_KEY: pair.VAPID_PRIVATE_KEY },
        'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are needed together',
      ],
      [
        'two that do not belong together',
        { ...pair, VAPID_PUBLIC_KEY: other.VAPID_PUBLIC_KEY },
        'VAPID_PUBLIC_KEY is not the key that belongs to VAPID_PRIVATE_KEY',
      ],
      [
        'a key that is none',
        { ...pair, VAPID_PRIVATE_KEY: 'geheim' },
        'VAPID_PUBLIC_KEY is not the key that belongs to VAPID_PRIVATE_KEY',
      ],
      [
        'a key of zeros',
        { ...pair, VAPID_PRIVATE_KEY: 'A'.repeat(43) },
        'VAPID_PUBLIC_KEY is not the key that belongs to VAPID_PRIVATE_KEY',
      ],
      [
        'a sender nobody can write to',
        { ...pair, VAPID_SUBJECT: 'post@bildnis.example' },
        'VAPID_SUBJECT: mailto: or https:',
      ],
    ])('does not start with %s', (_what, env, problem) =>
      expect(problemsOf({ ...complete, ...env })).toEqual([problem]),
    );

    test.each([
      'localhost:8443',
      '127.0.0.1',
      '[::1]',
      '10.0.0.7',
      'push',
      '*',
      '*.local',
      'push.internal',
      'push.example.com:8443',
      'https://push.example.com',
    ])('production never posts to %s', (host) => {
      expect(problemsOf({ ...complete, ...pair, PUSH_HOSTS: `fcm.googleapis.com,${host}` })).toEqual([
        `PUSH_HOSTS: ${host} is no public name`,
      ]);
      expect(problemsOf({ ...complete, ...pair, MODE: 'test', PUSH_HOSTS: host })).toEqual([]);
    });
  });

  describe('storage', () => {
    const bucket = {
      JOURNAL_DIR: '/var/lib/bildnis/journal',
      S3_ENDPOINT: 'https://s3.example',
      S3_BUCKET: 'bildnis',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: '9f8c21d4e07b6a35',
    };

    test('is a folder, or a bucket, which comes first', () => {
      expect(readConfig(complete).storage).toEqual({ kind: 'disk', dir: 'files' });
      const s3 = {
        kind: 's3',
        endpoint: 'https://s3.example',
        region: 'eu-central-1',
        bucket: 'bildnis',
        accessKeyId: 'id',
        secretAccessKey: '9f8c21d4e07b6a35',
      };
      expect(readConfig({ ...complete, ...bucket }).storage).toEqual(s3);
      expect(
        readConfig({
          ...complete,
          ...bucket,
          STORAGE_DIR: '',
          S3_REGION: 'zrh',
          S3_PUBLIC_ENDPOINT: 'https://files.example',
        }).storage,
      ).toEqual({ ...s3, region: 'zrh', publicEndpoint: 'https://files.example' });
    });

    test.each([
      ['nowhere', { STORAGE_DIR: '' }, ['STORAGE_DIR, or S3_ENDPOINT with its bucket and keys, is needed']],
      [
        'in half a bucket',
        { ...bucket, S3_ACCESS_KEY_ID: '', S3_SECRET_ACCESS_KEY: undefined },
        ['S3_ACCESS_KEY_ID is needed for a bucket', 'S3_SECRET_ACCESS_KEY is needed for a bucket'],
      ],
      ['in a bucket of no service', { ...bucket, S3_ENDPOINT: undefined }, ['S3_ENDPOINT is needed for a bucket']],
      [
        'at an address that is none',
        { ...bucket, S3_ENDPOINT: 'file:///srv' },
        [expect.stringContaining('S3_ENDPOINT')],
      ],
      ['in a bucket without a fit name', { ...bucket, S3_BUCKET: 'Bildnis!' }, ['S3_BUCKET: the name of a bucket']],
      ...['minioadmin', 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', 'change-me'].map(
        (secret): [string, Record<string, string>, string[]] => [
          `opened by ${secret}`,
          { ...bucket, S3_SECRET_ACCESS_KEY: secret },
          ['S3_SECRET_ACCESS_KEY is a placeholder'],
        ],
      ),
      [
        'where clients would go over plain http',
        { ...bucket, S3_PUBLIC_ENDPOINT: 'http://files.example' },
        ['S3_PUBLIC_ENDPOINT must be https in production'],
      ],
    ])('is not %s', (_what, env, problems) => expect(problemsOf({ ...complete, ...env })).toEqual(problems));

    test('in a bucket without a place where deletions are written down, in production', () => {
      expect(problemsOf({ ...complete, ...bucket, JOURNAL_DIR: '' })).toEqual([expect.stringContaining('JOURNAL_DIR')]);
    });
  });
});

describe('backups', () => {
  const recipient = `age1${'q'.repeat(58)}`;
  const read = (settings: Record<string, string>) => readConfig({ ...complete, ...settings }).backups;

  test('are made where a key and a place are given, and nowhere else', () => {
    expect(read({})).toBeNull();
    expect(read({ BACKUP_RECIPIENT: recipient, BACKUP_DIR: '/backups' })).toEqual({
      target: { kind: 'disk', dir: '/backups' },
      recipient,
    });
  });

  test.each([
    ['in the clear', { BACKUP_DIR: '/backups' }, 'BACKUP_RECIPIENT is needed: backups are never written in the clear'],
    [
      'nowhere',
      { BACKUP_RECIPIENT: recipient },
      'BACKUP_DIR, or BACKUP_S3_ENDPOINT with its bucket and keys, is needed',
    ],
    [
      'in half a bucket',
      { BACKUP_RECIPIENT: recipient, BACKUP_S3_ENDPOINT: 'https://s3.example' },
      'BACKUP_S3_BUCKET is needed for a bucket',
    ],
    [
      'within the store that they are of',
      { BACKUP_RECIPIENT: recipient, BACKUP_DIR: 'files/backups' },
      'backups would lie in the store that they are of: name another place',
    ],
  ])('%s are refused', (_where, settings, problem) => {
    expect(() => read(settings)).toThrow(problem);
  });
});
