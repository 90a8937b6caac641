import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '../support/caller.js';
import { startProduct, type Product } from '../support/product.js';

/** Abuse case 1 on the pages where contracts are ended without signing in. */
let product: Product;
beforeAll(async () => {
  product = await startProduct({ worker: false, env: { LOG_LEVEL: 'silent', RATE_LIMITS: 'true', TRUSTED_PROXIES: '1' } });
});
afterAll(() => product.stop());

/** A cancellation from an address of the net, each with other words. */
const cancel = (address: string, email: string): Promise<Answer> =>
  product.anonymous().send('POST', '/declarations/cancellations', { manner: 'ordinary', name: `Petra ${randomUUID()}`, email }, { 'x-forwarded-for': address });

const withdraw = (address: string, email: string): Promise<Answer> =>
  product.anonymous().send('POST', '/declarations/withdrawals', { name: `Petra ${randomUUID()}`, email, orderNumber: 'B-7K3M-9Q2X-TD04' }, { 'x-forwarded-for': address });

const countOf = async (email: string, topic: string): Promise<number> => {
  const [row] = await product.em().execute<{ count: number }[]>(
    "select count(*)::int as count from job join declaration d on d.id::text = payload->>'declarationId' where d.email = ? and topic = ?",
    [email, topic],
  );
  return row!.count;
};

describe('declarations', () => {
  test('one address of the net makes twenty an hour, of either kind, and no more', async () => {
    const answers = [];
    for (let call = 1; call <= 24; call += 1) answers.push((await (call % 2 ? cancel : withdraw)('203.0.113.30', `opfer-${call}@example.org`)).status);
    expect(answers).toEqual([...Array<number>(20).fill(202), ...Array<number>(4).fill(429)]);
    expect((await cancel('203.0.113.31', 'opfer-25@example.org')).status).toBe(202);
  });

  test('a flood from everywhere fills nobody’s mailbox, keeps nobody from declaring, and looks the same throughout', async () => {
    const email = 'geplagt@example.org';
    const answers: Answer[] = [];
    for (let call = 1; call <= 12; call += 1) answers.push(await (call % 2 ? cancel : withdraw)(`192.0.2.${call}`, email));
    expect(answers.map(({ status, body }) => [status, Object.keys(body)])).toEqual(answers.map(() => [202, ['number', 'receivedAt']]));
    expect(await countOf(email, 'billing.declaration_received')).toBe(5);
    expect(await countOf(email, 'billing.declaration_due')).toBe(12);
    const letters = await product.em().execute("select count(*)::int from job where topic = 'billing.declaration_due' and payload->>'withLetters' = 'true' and payload->>'declarationId' in (select id::text from declaration where email = ?)", [email]);
    expect(letters).toEqual([{ count: 5 }]);
  });

  test('a second click counts for no letter', async () => {
    const email = 'doppelt@example.org';
    const body = { manner: 'ordinary', name: 'Petra Muster', email };
    for (let click = 1; click <= 8; click += 1) await product.anonymous().send('POST', '/declarations/cancellations', body, { 'x-forwarded-for': '192.0.2.50' });
    for (let call = 1; call <= 4; call += 1) await cancel('192.0.2.51', email);
    expect(await countOf(email, 'billing.declaration_received')).toBe(5);
  });
});
