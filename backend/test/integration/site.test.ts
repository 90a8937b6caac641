import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { siteFingerprint, type Site } from '../../src/site/index.js';
import { Clock } from '../../src/platform/clock/index.js';
import type { Answer } from '../support/caller.js';
import { PLAN_PRICES } from '../support/prices.js';
import { startProduct, type Product } from '../support/product.js';

let product: Product;
beforeAll(async () => {
  product = await startProduct({
    worker: false,
    env: {
      LOG_LEVEL: 'silent',
      RATE_LIMITS: 'true',
      TRUSTED_PROXIES: '1',
      OPERATOR_NAME: 'Lichtbild AG',
      MATOMO_URL: 'https://matomo.example',
      MATOMO_SITE_ID: '3',
      MATOMO_KEPT_MONTHS: '14',
    },
  });
});
afterAll(() => product.stop());

const siteOf = async () => (await product.anonymous().get<Site>('/site')).body;
const { fingerprint, data: asItComes } = JSON.parse(
  readFileSync(fileURLToPath(new URL('../../../openapi/site.json', import.meta.url)), 'utf8'),
) as { fingerprint: string; data: Site };

describe('what public pages say of an installation', () => {
  test('comes from its configuration and its database', async () => {
    const site = await siteOf();
    expect(site).toMatchObject({
      origin: product.origin,
      operator: { name: 'Lichtbild AG', country: 'Schweiz' },
      measurement: { matomo: { url: 'https://matomo.example', siteId: '3', keptMonths: 14 }, pixel: null },
      hostedEngine: false,
    });
    expect(site.plans.map(({ id, priceRappen }) => [id, priceRappen])).toEqual([
      ['starter', PLAN_PRICES.starter],
      ['professional', PLAN_PRICES.professional],
      ['business', PLAN_PRICES.business],
    ]);
    expect(site.styles).toEqual((await product.anonymous().get<{ items: unknown[] }>('/styles')).body.items);
  });

  test('a fresh database says what openapi/site.json says, but for the ids of styles', async () => {
    const { plans, packs, styles } = await siteOf();
    const withoutIds = (list: Site['styles']) => list.map((style) => ({ ...style, id: '' }));
    expect({ plans, packs, styles: withoutIds(styles) }).toEqual({
      plans: asItComes.plans,
      packs: [],
      styles: withoutIds(asItComes.styles),
    });
  });

  test('the fingerprint follows from what is said, not from ids or the order of keys', async () => {
    const site = await siteOf();
    const same = siteFingerprint(site);
    expect(same).toMatch(/^[0-9a-f]{64}$/);
    const reversed = Object.fromEntries(Object.entries(site).reverse()) as unknown as Site;
    expect(siteFingerprint({ ...reversed, styles: site.styles.map((style) => ({ ...style, id: randomUUID() })) })).toBe(
      same,
    );
    expect(siteFingerprint({ ...site, origin: 'https://bildnis.example' })).not.toBe(same);
    expect(siteFingerprint({ ...site, operator: { ...site.operator, vat: '' } })).not.toBe(same);
    expect(siteFingerprint({ ...site, styles: site.styles.slice(1) })).not.toBe(same);
    expect(siteFingerprint({ ...site, styles: site.styles.toReversed() })).not.toBe(same);
  });

  test('the fingerprint beside openapi/site.json is its own: the build of the app hands it on', () => {
    expect(siteFingerprint(asItComes)).toBe(fingerprint);
  });

  test('a style that is taken off sale is no longer named', async () => {
    await product.em().execute("update style set enabled = false where slug = 'salbei'");
    expect((await siteOf()).styles.map(({ slug }) => slug)).not.toContain('salbei');
    await product.em().execute("update style set enabled = true where slug = 'salbei'");
  });
});

describe('choices about cookies', () => {
  const choose = (
    body: unknown,
    address = '203.0.113.9',
  ): Promise<Answer<{ id: string; version: string; decidedAt: string }>> =>
    product
      .anonymous()
      .send('POST', '/cookie-choices', body, { 'x-forwarded-for': address, 'user-agent': 'Visitor/1.0' });

  test('are kept with version and time, and with nothing about the visitor', async () => {
    const clock = product.api.get(Clock);
    const before = clock.now().getTime();
    const { status, body } = await choose({ analytics: true, marketing: false, version: '2026-11' });
    expect(status).toBe(201);
    expect(Object.keys(body).toSorted()).toEqual(['decidedAt', 'id', 'version']);
    const rows = await product
      .em()
      .execute<{ created_at: string }[]>('select * from cookie_choice where id = ?', [body.id]);
    expect(rows).toEqual([
      { id: body.id, created_at: expect.anything(), version: '2026-11', analytics: true, marketing: false },
    ]);
    expect(new Date(body.decidedAt).getTime()).toBe(new Date(rows[0]!.created_at).getTime());
    expect(new Date(body.decidedAt).getTime()).toBeGreaterThanOrEqual(before);
    expect(new Date(body.decidedAt).getTime()).toBeLessThanOrEqual(clock.now().getTime());
  });

  test.each([
    ['a choice that is missing', { analytics: true, version: '2026-11' }],
    ['a choice that is a word', { analytics: 'yes', marketing: false, version: '2026-11' }],
    ['a version that is too long', { analytics: true, marketing: false, version: 'x'.repeat(21) }],
    ['a version without anything in it', { analytics: true, marketing: false, version: '' }],
    ['a version with a null character', { analytics: true, marketing: false, version: '2026\u0000' }],
    ['more than was asked', { analytics: true, marketing: false, version: '2026-11', email: 'petra@example.org' }],
  ])('%s is refused', async (_what, body) => {
    const count = () => product.em().execute('select count(*)::int as count from cookie_choice');
    const before = await count();
    expect(await choose(body, '203.0.113.10')).toMatchObject({ status: 400, body: { code: 'validation' } });
    expect(await count()).toEqual(before);
  });

  test('one address makes twenty an hour and no more, and others go on', async () => {
    const body = { analytics: false, marketing: false, version: '2026-11' };
    const statuses = [];
    for (let call = 1; call <= 22; call += 1) statuses.push((await choose(body, '203.0.113.11')).status);
    expect(statuses).toEqual([...Array<number>(20).fill(201), 429, 429]);
    expect((await choose(body, '203.0.113.12')).status).toBe(201);
  });
});
