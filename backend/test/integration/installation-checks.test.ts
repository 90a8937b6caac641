import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkInstallation } from '../../src/app/check-installation.js';
import { readInstallation } from '../../src/installation/checks/read-installation.js';
import { STRIPE_EVENTS } from '../../src/integrations/payments/index.js';
import { somebodyAsAdmin } from '../support/announced-prices.js';
import { stripeOf } from '../support/billing.js';
import { customer } from '../support/customers.js';
import { startProduct, type Product } from '../support/product.js';
import { startS3, type TestS3 } from '../support/s3-server.js';

let product: Product;
let stripe: Stripe;
let s3: TestS3;
/** As an operator would have it: real mode, the test's parts. */
let env: Record<string, string | undefined>;
beforeAll(async () => {
  product = await startProduct({ worker: false, env: { OPERATOR_VAT: 'CHE-123.456.788 MWST' } });
  stripe = stripeOf(product);
  s3 = await startS3(mkdtempSync(join(tmpdir(), 'bildnis-s3-')));
});
beforeEach(() => {
  env = { ...product.env, MODE: 'rehearsal', REHEARSAL_EMAILS: '@firma.ch', MAIL_FROM: 'Bildnis <post@firma.ch>' };
});
afterAll(async () => {
  await product.stop();
  await s3.stop();
});

/** Reads the test's parts as those of a rehearsal: nothing of them is wrong. */
const takenAsGood = (given: Record<string, string | undefined>) => ({
  ...readInstallation(given),
  problems: [],
  isStripeSure: true,
});

/** What the command says, and whether it finds anything left to do. */
async function check(
  args: string[] = [],
  texts: Record<string, string> = {},
  read: typeof readInstallation = takenAsGood,
): Promise<{ said: string; isDone: boolean; lines: (label: string) => string[] }> {
  let said = '';
  const isDone = await checkInstallation(args, {
    env,
    write: (text) => (said += text),
    ask: null,
    read,
    lookUpTexts: (name) =>
      texts[name]
        ? Promise.resolve([[texts[name]]])
        : Promise.reject(Object.assign(new Error('none'), { code: 'ENOTFOUND' })),
  });
  const lines = (label: string) => said.split('\n').filter((line) => line.slice(10).startsWith(label));
  return { said, isDone, lines };
}

const endpoints = async () => (await stripe.webhookEndpoints.list()).data;

describe('Stripe', () => {
  test('what is missing is shown as a plan, and made only when told to', async () => {
    const first = await check();
    expect(first.said).toContain('Plan:');
    expect(first.said).toContain(`Endpunkt für Webhooks anlegen: ${product.origin}/api/v1/webhooks/stripe`);
    expect(first.said).toContain('Kundenportal einrichten');
    expect(first.said).toContain('Steuersatz anlegen: MWST 8.1 %');
    expect(first.isDone).toBe(false);
    expect(await endpoints()).toEqual([]);

    const applied = await check(['--apply']);
    expect(applied.said).toMatch(/STRIPE_WEBHOOK_SECRET=whsec_\w{32}/);
    const [endpoint] = await endpoints();
    expect(endpoint).toMatchObject({ url: `${product.origin}/api/v1/webhooks/stripe`, status: 'enabled' });
    expect(endpoint!.enabled_events.toSorted()).toEqual(STRIPE_EVENTS.toSorted());

    env['STRIPE_WEBHOOK_SECRET'] = /STRIPE_WEBHOOK_SECRET=(whsec_\w+)/.exec(applied.said)![1];
    const again = await check(['--apply']);
    expect(again.said).not.toContain('Plan:');
    expect(await endpoints()).toHaveLength(1);
    expect(again.lines('Stripe').filter((line) => !line.startsWith('  gut'))).toEqual([]);
  });

  test('an endpoint with other events is named and mended', async () => {
    await check(['--apply']);
    const [{ id }] = (await endpoints()) as [Stripe.WebhookEndpoint];
    await stripe.webhookEndpoints.update(id, { enabled_events: ['invoice.paid', 'customer.created'] });
    const found = await check();
    expect(found.said).toContain('unnötig sind customer.created');
    expect(found.said).toContain('charge.refunded');
    await check(['--apply']);
    expect((await endpoints())[0]!.enabled_events.toSorted()).toEqual(STRIPE_EVENTS.toSorted());
  });

  test('an endpoint that speaks another version is replaced; it ends once the secret of the new one is in use', async () => {
    for (const { id } of await endpoints()) await stripe.webhookEndpoints.update(id, { disabled: true });
    const old = await stripe.webhookEndpoints.create({
      url: `${product.origin}/api/v1/webhooks/stripe`,
      enabled_events: ['*'],
      api_version: '2024-06-20',
    });
    expect((await check()).said).toContain('spricht 2024-06-20 statt');
    const { said } = await check(['--apply']);
    const stateOfOld = async () => (await endpoints()).find(({ id }) => id === old.id)!.status;
    expect(await stateOfOld()).toBe('enabled');
    expect((await check(['--apply'])).said).toContain('STRIPE_WEBHOOK_SECRET gehört nicht zum Endpunkt');
    expect(await stateOfOld()).toBe('enabled');
    env['STRIPE_WEBHOOK_SECRET'] = /STRIPE_WEBHOOK_SECRET=(whsec_\w+)/.exec(said)![1];
    expect((await check()).said).toContain(`Endpunkt ${old.id} abschalten`);
    await check(['--apply']);
    expect(await stateOfOld()).toBe('disabled');
    expect((await check()).said).not.toContain('Plan:');
  });

  test('by a setting that is known to be wrong nothing is made', async () => {
    for (const { id } of await endpoints()) await stripe.webhookEndpoints.update(id, { disabled: true });
    const before = (await endpoints()).length;
    const { said } = await check(['--apply'], {}, readInstallation);
    expect(said).toContain('PUBLIC_ORIGIN must be');
    expect(said).toContain('Kein Endpunkt für Webhooks');
    expect(said).not.toContain('Plan:');
    expect(await endpoints()).toHaveLength(before);
  });

  test('a key that is refused is said once, and nothing more is asked', async () => {
    env['STRIPE_SECRET_KEY'] = 'sk_test_51QkWz8aBcDeFgHiJ';
    const { lines, said } = await check();
    expect(lines('Stripe')).toEqual(['  zu tun  Stripe         Stripe weist STRIPE_SECRET_KEY ab']);
    expect(said).not.toContain('51QkWz8aBcDeFgHiJ');
  });
});

describe('while it runs', () => {
  test('admins are told what the command finds, and nobody else', async () => {
    expect((await product.anonymous().get('/health/detail')).status).toBe(401);
    expect((await (await customer(product)).get('/health/detail')).status).toBe(403);
    const admin = await somebodyAsAdmin(product);
    const { body } = await admin.get<{ checkedAt: string; findings: { check: string; state: string }[] }>(
      '/health/detail',
    );
    expect(body.findings).toContainEqual(expect.objectContaining({ check: 'database', state: 'good' }));
    expect(JSON.stringify(body)).not.toContain('"fix"');
    const [one, other] = await Promise.all([admin.get('/health/detail'), admin.get('/health/detail')]);
    expect(one.body).toEqual(body);
    expect(other.body).toEqual(body);
  });
});

describe('the other parts', () => {
  test('that answer are good', async () => {
    const { lines } = await check();
    for (const label of ['PostgreSQL', 'Redis', 'Dateien']) expect(lines(label).join(), label).toMatch(/^ {2}gut/);
    expect(lines('E-Mail')[0]).toContain('antwortet');
  });

  test('that do not are named with their reason', async () => {
    env = {
      ...env,
      DATABASE_URL: 'postgresql://bildnis:9f8c21d4e07b6a35@127.0.0.1:1/bildnis',
      REDIS_URL: 'redis://127.0.0.1:1',
      SMTP_URL: 'smtp://127.0.0.1:1',
    };
    const { lines, said } = await check();
    for (const label of ['PostgreSQL', 'Redis', 'E-Mail'])
      expect(lines(label).join(), label).toMatch(/^ {2}zu tun .*Nicht erreichbar: .*ECONNREFUSED/);
    expect(said).not.toContain('9f8c21d4e07b6a35');
  });

  test('that are not named yet are left out, and everything else is looked at', async () => {
    for (const name of ['SMTP_URL', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STORAGE_DIR']) env[name] = undefined;
    const { lines, said } = await check([], {}, readInstallation);
    expect(said).toContain('STRIPE_WEBHOOK_SECRET is missing');
    for (const label of ['Stripe', 'E-Mail', 'Dateien']) expect(lines(label), label).toEqual([]);
    expect(lines('PostgreSQL').join()).toContain('antwortet');
  });

  test('an email is sent only where it is asked for', async () => {
    await check();
    expect(product.mailbox.emailsTo('petra@firma.ch')).toEqual([]);
    await check(['--email', 'petra@firma.ch']);
    expect(product.mailbox.emailsTo('petra@firma.ch')).toMatchObject([{ subject: 'Bildnis: Probe des Versands' }]);
  });

  test('what others ask the DNS about our emails is asked, too', async () => {
    expect((await check()).lines('E-Mail').join()).toMatch(/SPF.*_dmarc\.firma\.ch fehlt/s);
    env['MAIL_FROM'] = 'Bildnis <post@portraits.firma.ch>';
    expect((await check([], { '_dmarc.firma.ch': 'v=DMARC1; p=none' })).lines('E-Mail').join()).toContain(
      'DMARC ist da',
    );
    env['MAIL_FROM'] = 'Bildnis <post@firma.ch>';
    const { lines } = await check(['--dkim', 's1'], {
      'firma.ch': 'v=spf1 include:mail.example -all',
      '_dmarc.firma.ch': 'v=DMARC1; p=quarantine',
      's1._domainkey.firma.ch': 'v=DKIM1; k=rsa; p=MIIBIjANBg',
    });
    for (const word of ['SPF', 'DMARC', 'DKIM']) expect(lines('E-Mail').join(), word).toContain(`${word} ist da`);
  });

  test('half a bucket, as where compose adds the rest, keeps nobody from looking at the others', async () => {
    env = { ...env, STORAGE_DIR: undefined, S3_SECRET_ACCESS_KEY: 'b7a1c9e04d5f62387f90', VAPID_PUBLIC_KEY: 'x' };
    const { lines, said } = await check([], {}, readInstallation);
    expect(said).toContain('S3_ENDPOINT');
    expect(lines('Dateien')).toEqual([]);
    for (const label of ['PostgreSQL', 'Redis']) expect(lines(label).join(), label).toContain('antwortet');
  });

  test('a bucket that is missing is part of the plan, and made only when told to', async () => {
    env = { ...env, STORAGE_DIR: undefined, ...s3.env, S3_BUCKET: 'ein-anderer', JOURNAL_DIR: '/tmp/journal' };
    expect((await check()).said).toContain('+ Bucket ein-anderer anlegen');
    expect((await check()).lines('Dateien').join()).toContain('ist nicht da');
    expect((await check(['--apply', '--email', 'anna@firma.ch'])).said).toContain('Bucket ein-anderer: schreiben');
    expect(product.mailbox.emailsTo('anna@firma.ch')).toHaveLength(1);
  });

  test('a bucket is written, read, linked and cleared; a page it does not let read is named', async () => {
    env = {
      ...env,
      STORAGE_DIR: undefined,
      ...s3.env,
      S3_PUBLIC_ENDPOINT: s3.env['S3_ENDPOINT'],
      JOURNAL_DIR: '/tmp/journal',
    };
    const { lines } = await check(['--apply']);
    expect(lines('Dateien').join('\n')).toMatch(/gut .*schreiben, lesen und löschen geht/);
    expect(lines('Dateien').join('\n')).toMatch(/CORS|auch aus dem Browser/);
  });

  test('database and files of another mode are refused', async () => {
    await product
      .em()
      .execute("insert into installation (id, created_at, mode) values (gen_random_uuid(), now(), 'production')");
    expect((await check()).lines('PostgreSQL').join()).toContain('MODE=production');
  });

  test('the embedded environment, and a word it does not know, are refused', async () => {
    await expect(check(['--wolke'])).rejects.toThrow('Aufruf: npm run live');
    env['MODE'] = 'embedded';
    await expect(check()).rejects.toThrow('eingebaute Umgebung');
  });
});
