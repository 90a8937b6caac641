import { afterAll, beforeAll, expect, test } from 'vitest';
import { Clock, DAY } from '../../src/platform/clock/index.js';
import { allServicesThere } from '../support/all-services-there.js';
import type { Caller } from '../support/caller.js';
import { customer, subscriber } from '../support/customers.js';
import { completedRun, profileWithModel, promote } from '../support/holdings.js';
import { PLAN_PRICES } from '../support/prices.js';
import { startProduct, type Product } from '../support/product.js';
import { settled } from '../support/retention.js';

interface Operations {
  version: string | null;
  services: { name: string; isAway: boolean }[];
  connections: { used: number; idle: number; waiting: number };
  emails: { sent: number; open: number };
  trainings: { completed: number; failed: number };
  styles: { style: string; completed: number; failed: number; p95Seconds: number | null }[];
  creditsReturned: number;
  backup: object | null;
  isBackedUp: boolean;
  paidRappen: number;
  returnedRappen: number;
}

let product: Product;
let admin: Caller;
beforeAll(async () => {
  product = await startProduct({ env: { LOG_LEVEL: 'silent', BILDNIS_VERSION: '2026.12' } });
  admin = await promote(product, await customer(product), { secondFactor: true });
});
afterAll(() => product.stop());

const read = async () => (await admin.get<Operations>('/admin/operations')).body;

test('the page on how the installation runs is for admins alone', async () => {
  expect((await (await customer(product)).get('/admin/operations')).status).toBe(403);
});

test('it tells what happened within a day, and nothing older', async () => {
  await allServicesThere();
  const before = await read();
  expect(before).toMatchObject({ backup: null, isBackedUp: false });
  expect(before).toMatchObject({
    version: '2026.12',
    paidRappen: 0,
    returnedRappen: 0,
    creditsReturned: 0,
    styles: [],
  });
  expect(before.services).toEqual(
    expect.arrayContaining([
      { name: 'PostgreSQL', isAway: false },
      { name: 'Redis', isAway: false },
    ]),
  );
  expect(before.connections.used + before.connections.idle).toBeGreaterThan(0);

  const payer = await subscriber(product, 'starter');
  const profileId = await profileWithModel(product, payer);
  await completedRun(product, payer, profileId);
  await settled(product);
  const after = await read();
  expect(after.paidRappen).toBe(PLAN_PRICES.starter);
  expect(after.emails.sent).toBeGreaterThan(before.emails.sent);
  expect(after.styles).toEqual([expect.objectContaining({ completed: 1, failed: 0 })]);
  expect(after.styles[0]!.style).not.toBe('');

  for (const app of [product.api, product.worker!]) app.get(Clock).shift(DAY + 1);
  expect(await read()).toMatchObject({ paidRappen: 0, styles: [], emails: { sent: 0 } });
});
