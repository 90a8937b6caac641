import { createHmac, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../support/caller.js';
import { subscriber } from '../support/customers.js';
import { generated, smallTrainingAsked, takeEveryFace, trainingEnd } from '../support/hosted-engine.js';
import { startProduct, type Product } from '../support/product.js';

/** Case 18, the engine's half: messages that the provider did not send, or not now. */
let product: Product;
let caller: Caller;
let fetched = 0;
const elsewhere = createServer((_request, response) => {
  fetched += 1;
  response.end('caught');
});

beforeAll(async () => {
  product = await startProduct({ replicate: true });
  takeEveryFace(product);
  caller = await subscriber(product);
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await new Promise((resolve) => elsewhere.close(resolve));
  await product.stop();
});

const foreignPicture = () => `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/nude.jpg`;
const message = (id: string) =>
  JSON.stringify({
    id,
    status: 'succeeded',
    output: Array.from({ length: 4 }, foreignPicture),
    version: 'x',
    input: { seed: 1 },
    created_at: new Date().toISOString(),
  });
const secondsAgo = (seconds: number) => String(Math.floor(Date.now() / 1000) - seconds);

function signed(
  body: string,
  {
    secret = product.config.engine.replicate!.webhookSecret,
    timestamp = secondsAgo(0),
    id = `msg_${randomUUID()}`,
  } = {},
): Record<string, string> {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  };
}

const send = async (body: string, headers: Record<string, string>) => {
  const answer = await fetch(`${product.origin}/api/v1/webhooks/replicate`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });
  return { status: answer.status, body: (await answer.json()) as { code?: string } };
};
/** Everything a message could have changed. */
const everything = async () => [
  await product.em().execute('select * from engine_run order by id'),
  await product.em().execute('select id, status, delivered from generation order by id'),
  await product.em().execute('select count(*) from job'),
];

describe('a message of the hosted engine', () => {
  test.each<[string, (body: string) => { body?: string; headers: Record<string, string> }]>([
    ['without a signature', () => ({ headers: {} })],
    [
      'signed with another secret',
      (body) => ({ headers: signed(body, { secret: `whsec_${Buffer.from('somebody else').toString('base64')}` }) }),
    ],
    ['from six minutes ago, rightly signed', (body) => ({ headers: signed(body, { timestamp: secondsAgo(360) }) })],
    ['from the future', (body) => ({ headers: signed(body, { timestamp: secondsAgo(-360) }) })],
    [
      'whose body was written anew',
      (body) => ({ body: JSON.stringify(JSON.parse(body), null, 1), headers: signed(body) }),
    ],
    ['whose time was changed', (body) => ({ headers: { ...signed(body), 'webhook-timestamp': secondsAgo(1) } })],
    ['that is nobody’s JSON', () => ({ body: '[]', headers: signed('[]') })],
    ['that names nobody', () => ({ body: '{}', headers: signed('{}') })],
  ])('%s is refused; nothing is written, nothing is fetched', async (_what, change) => {
    const body = message('abc');
    const changed = change(body);
    const before = await everything();
    expect(await send(changed.body ?? body, changed.headers)).toMatchObject({
      status: 400,
      body: { code: 'webhook_invalid' },
    });
    expect(await everything()).toEqual(before);
    expect(fetched).toBe(0);
  });

  test('that is genuine, twice and with pictures on a foreign host, only makes us ask the provider', async () => {
    const profileId = await smallTrainingAsked(product, caller);
    expect(await trainingEnd(caller, profileId)).toMatchObject({ status: 'ready' });
    const run = await generated(caller, profileId);
    expect(run.status).toBe('completed');
    const [noted] = await product
      .em()
      .execute<{ provider_id: string }[]>('select provider_id from engine_run where task = ? limit 1', [run.id]);
    const body = message(noted!.provider_id);
    const headers = signed(body);
    const before = await everything();
    for (let time = 0; time < 2; time += 1) expect(await send(body, headers)).toMatchObject({ status: 200 });
    expect(await everything()).toEqual(before);
    expect(fetched).toBe(0);
  });

  test('is heard also with the long log of a training', async () => {
    const body = JSON.stringify({ ...(JSON.parse(message('abc')) as object), logs: 'x'.repeat(300_000) });
    expect((await send(body, signed(body))).status).toBe(200);
  });

  test('does not exist where no hosted engine is configured', async () => {
    const studio = await startProduct({ worker: false });
    const body = message('abc');
    const answer = await fetch(`${studio.origin}/api/v1/webhooks/replicate`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...signed(body) },
    });
    expect(answer.status).toBe(400);
    await studio.stop();
  });
});
