import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { facts } from '../../src/facts/index.js';
import type { Answer } from '../support/caller.js';
import { startProduct, type Product } from '../support/product.js';

/** Abuse case 1 on the forms that are open to all: contracts are ended there, and misuse is reported, without signing in. */
let product: Product;
beforeAll(async () => {
  product = await startProduct({
    worker: false,
    env: { LOG_LEVEL: 'silent', RATE_LIMITS: 'true', TRUSTED_PROXIES: '1' },
  });
});
afterAll(() => product.stop());

/** A cancellation from an address of the net, each with other words. */
const cancel = (address: string, email: string): Promise<Answer> =>
  product
    .anonymous()
    .send(
      'POST',
      '/declarations/cancellations',
      { manner: 'ordinary', name: `Petra ${randomUUID()}`, email },
      { 'x-forwarded-for': address },
    );

const withdraw = (address: string, email: string): Promise<Answer> =>
  product
    .anonymous()
    .send(
      'POST',
      '/declarations/withdrawals',
      { name: `Petra ${randomUUID()}`, email, orderNumber: 'B-7K3M-9Q2X-TD04' },
      { 'x-forwarded-for': address },
    );

const countOf = async (email: string, topic: string): Promise<number> => {
  const [row] = await product
    .em()
    .execute<{ count: number }[]>(
      "select count(*)::int as count from job join declaration d on d.id::text = payload->>'declarationId' where d.email = ? and topic = ?",
      [email, topic],
    );
  return row!.count;
};

describe('declarations', () => {
  test('one address of the net makes twenty an hour, of either kind, and no more', async () => {
    const answers = [];
    for (let call = 1; call <= 24; call += 1)
      answers.push((await (call % 2 ? cancel : withdraw)('203.0.113.30', `opfer-${call}@example.org`)).status);
    expect(answers).toEqual([...Array<number>(20).fill(202), ...Array<number>(4).fill(429)]);
    expect((await cancel('203.0.113.31', 'opfer-25@example.org')).status).toBe(202);
  });

  test('a flood from everywhere fills nobody’s mailbox, keeps nobody from declaring, and looks the same throughout', async () => {
    const email = 'geplagt@example.org';
    const answers: Answer[] = [];
    for (let call = 1; call <= 12; call += 1)
      answers.push(await (call % 2 ? cancel : withdraw)(`192.0.2.${call}`, email));
    expect(answers.map(({ status, body }) => [status, Object.keys(body)])).toEqual(
      answers.map(() => [202, ['number', 'receivedAt']]),
    );
    expect(await countOf(email, 'billing.declaration_received')).toBe(5);
    expect(await countOf(email, 'billing.declaration_due')).toBe(12);
    const mails = await product
      .em()
      .execute(
        "select count(*)::int from job where topic = 'billing.declaration_due' and payload->>'withLetters' = 'true' and payload->>'declarationId' in (select id::text from declaration where email = ?)",
        [email],
      );
    expect(mails).toEqual([{ count: 5 }]);
  });

  test('a second click counts for no email', async () => {
    const email = 'doppelt@example.org';
    const body = { manner: 'ordinary', name: 'Petra Muster', email };
    for (let click = 1; click <= 8; click += 1)
      await product.anonymous().send('POST', '/declarations/cancellations', body, { 'x-forwarded-for': '192.0.2.50' });
    for (let call = 1; call <= 4; call += 1) await cancel('192.0.2.51', email);
    expect(await countOf(email, 'billing.declaration_received')).toBe(5);
  });
});

describe('reports of misuse', () => {
  const link = 'https://example.org/bild';
  const report = (address: string, email: string): Promise<Answer> =>
    product
      .anonymous()
      .send(
        'POST',
        '/misuse-reports',
        { reason: 'minor', email, link: `${link}/${randomUUID()}` },
        { 'x-forwarded-for': address },
      );

  test('one address of the net makes ten an hour and no more', async () => {
    const answers = [];
    for (let call = 1; call <= 12; call += 1)
      answers.push((await report('203.0.113.40', `meldung-${call}@example.org`)).status);
    expect(answers).toEqual([...Array<number>(10).fill(202), 429, 429]);
    expect((await report('203.0.113.41', 'meldung-13@example.org')).status).toBe(202);
  });

  test('a flood from everywhere is one mail to an address, and looks the same throughout', async () => {
    const email = 'gemeldet@example.org';
    const answers = await Promise.all(Array.from({ length: 12 }, (_, call) => report(`192.0.2.${100 + call}`, email)));
    expect(answers.map(({ status, body }) => [status, Object.keys(body)])).toEqual(
      answers.map(() => [202, ['number', 'receivedAt']]),
    );
    const mails = await product
      .em()
      .execute(
        "select count(*)::int as count from job join misuse_report r on r.id::text = payload->>'reportId' where r.email = ? and topic = 'misuse.reported'",
        [email],
      );
    expect(mails).toEqual([{ count: 1 }]);
  });

  test('guessing confirmation links ends soon, and pictures that are huge, broken or still on their way keep nobody from reporting', async () => {
    const guess = () =>
      product
        .anonymous()
        .send(
          'POST',
          '/misuse-reports/confirmation',
          { token: `${randomUUID()}.${'A'.repeat(43)}` },
          { 'x-forwarded-for': '203.0.113.42' },
        );
    const guessed = [];
    for (let call = 1; call <= 31; call += 1) guessed.push((await guess()).status);
    expect(guessed).toEqual([...Array<number>(30).fill(400), 429]);
    expect(
      (await product.anonymous().sendFile('/misuse-reports/pictures', new Uint8Array(facts.photos.maxBytes + 1)))
        .status,
    ).toBe(413);
    expect((await product.anonymous().send('POST', '/misuse-reports/pictures', {})).status).toBe(415);
    // A body that never ends.
    const socket = connect(Number(new URL(product.origin).port), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => undefined);
    socket.write(
      'POST /api/v1/misuse-reports/pictures HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 100000\r\n\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nx',
    );
    expect((await report('203.0.113.43', 'waehrenddessen@example.org')).status).toBe(202);
  });
});
