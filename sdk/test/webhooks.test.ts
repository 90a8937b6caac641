import { describe, expect, expectTypeOf, test } from 'vitest';
import type { BildnisError } from '../src/index.js';
import * as webhooks from '../src/webhooks.js';
import { signWebhook, verifyWebhook, type WebhookEvent } from '../src/webhooks.js';
import { errorOf } from './support/server.js';

const secret = `whsec_${btoa('a secret of thirty-two characters')}`;
const other = `whsec_${btoa('another one of thirty-two letters')}`;
const body = JSON.stringify({
  id: 'msg_1',
  type: 'generation.completed',
  createdAt: '2026-11-22T10:00:00.000Z',
  data: { generationId: 'g', profileId: 'p', portraits: 8 },
});
const signed = (changes: Partial<Parameters<typeof signWebhook>[0]> = {}) =>
  signWebhook({ id: 'msg_1', body, secret, ...changes });
const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000);
const refused = async (message: Parameters<typeof verifyWebhook>[0]): Promise<Partial<BildnisError>> => {
  const { code, detail } = await errorOf(verifyWebhook(message));
  return { code, detail };
};

test('the names are these', () => {
  expect(Object.keys(webhooks).toSorted()).toEqual(['signWebhook', 'verifyWebhook']);
  expectTypeOf<WebhookEvent['type']>().toEqualTypeOf<
    | 'profile.ready'
    | 'profile.failed'
    | 'generation.completed'
    | 'generation.failed'
    | 'credits.low'
    | 'portraits.expiring'
    | 'test'
  >();
});

test('signs as Standard Webhooks says (the example of its libraries)', async () => {
  const headers = await signWebhook({
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    body: '{"test": 2432232314}',
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    at: new Date(1_614_265_330_000),
  });
  expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

describe('a message of ours', () => {
  test('is told as what it says, whatever form body and headers have', async () => {
    const headers = await signed();
    for (const form of [headers, new Headers(headers)]) {
      for (const bytes of [body, new TextEncoder().encode(body), Buffer.from(body)]) {
        const event = await verifyWebhook({ body: bytes, headers: form, secret });
        expect(event).toEqual(JSON.parse(body));
        if (event.type === 'generation.completed') expectTypeOf(event.data.portraits).toEqualTypeOf<number>();
      }
    }
  });

  test('is believed while one secret takes the place of another, on either side', async () => {
    const [ours, theirs] = [await signed(), await signed({ secret: other })];
    const both = {
      ...ours,
      'webhook-signature': `v1a,bm90IG91cnM= ${theirs['webhook-signature']} ${ours['webhook-signature']}`,
    };
    await verifyWebhook({ body, headers: both, secret });
    await verifyWebhook({ body, headers: theirs, secret: [secret, other] });
  });

  test('may be a little old, or early', async () => {
    await verifyWebhook({ body, headers: await signed({ at: ago(290) }), secret });
    await verifyWebhook({ body, headers: await signed({ at: ago(-290) }), secret });
    await verifyWebhook({ body, headers: await signed({ at: ago(3_000) }), secret, toleranceSeconds: 3_600 });
  });
});

describe('is refused', () => {
  test('what is forged: another secret, another body, id or time, no signature or none that is one', async () => {
    const headers = await signed();
    const signature = { code: 'webhook_invalid', detail: 'signature' };
    expect(await refused({ body, headers, secret: other })).toEqual(signature);
    expect(await refused({ body: JSON.stringify(JSON.parse(body), null, 1), headers, secret })).toEqual(signature);
    expect(await refused({ body, headers: { ...headers, 'webhook-id': 'msg_2' }, secret })).toEqual(signature);
    expect(
      await refused({
        body,
        headers: { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) },
        secret,
      }),
    ).toEqual(signature);
    for (const given of ['v1,', 'v1,%%%', 'v2,abc', headers['webhook-signature'].slice(3)])
      expect(await refused({ body, headers: { ...headers, 'webhook-signature': given }, secret })).toEqual(signature);
    expect(await refused({ body, headers, secret: [] })).toEqual(signature);
  });

  test('what is old, early, or has no time', async () => {
    const timestamp = { code: 'webhook_invalid', detail: 'timestamp' };
    expect(await refused({ body, headers: await signed({ at: ago(310) }), secret })).toEqual(timestamp);
    expect(await refused({ body, headers: await signed({ at: ago(-310) }), secret })).toEqual(timestamp);
    for (const time of ['soon', '-1', '1e9', 'Infinity', '0x10'])
      expect(await refused({ body, headers: { ...(await signed()), 'webhook-timestamp': time }, secret })).toEqual(
        timestamp,
      );
  });

  test('what has no headers of ours, or several of one', async () => {
    const headers = await signed();
    expect(await refused({ body, headers: {}, secret })).toEqual({ code: 'webhook_invalid', detail: 'headers' });
    expect(await refused({ body, headers: { ...headers, 'webhook-id': ['msg_1', 'msg_2'] }, secret })).toEqual({
      code: 'webhook_invalid',
      detail: 'headers',
    });
  });

  test('a body that is signed and says nothing', async () => {
    expect(await refused({ body: 'no json', headers: await signed({ body: 'no json' }), secret })).toEqual({
      code: 'webhook_invalid',
      detail: 'body',
    });
  });
});

test('a secret with white space around it is that secret', async () => {
  await verifyWebhook({ body, headers: await signed(), secret: [` ${secret}\n`] });
});

test('a body that was parsed already is a mistake of the receiver', async () => {
  await expect(verifyWebhook({ body: JSON.parse(body) as string, headers: await signed(), secret })).rejects.toThrow(
    TypeError,
  );
});

test('a secret that is none is a mistake of the receiver, not of the message', async () => {
  const headers = await signed();
  for (const wrong of ['', 'whsec_', 'whsec_%%%', 'abc'])
    await expect(verifyWebhook({ body, headers, secret: wrong })).rejects.toThrow(TypeError);
});
