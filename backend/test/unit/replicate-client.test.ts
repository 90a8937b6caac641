import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ReplicateClient } from '../../src/integrations/portrait-engine/replicate/client.js';
import { ReplicateRefused, ReplicateUnavailable } from '../../src/integrations/portrait-engine/replicate/errors.js';
import { fetchImage } from '../../src/integrations/portrait-engine/replicate/fetch-image.js';
import { hasEnded, type Run } from '../../src/integrations/portrait-engine/replicate/runs.js';
import { isGenuine } from '../../src/integrations/portrait-engine/replicate/webhook-signature.js';
import { openStudio, photoZip, token, webhookSecret, type Studio } from '../../emulators/test/replicate-world.js';

const MODEL = { owner: 'bildnis', name: 'portraits' };
let studio: Studio;
let client: ReplicateClient;
let version: string;

beforeAll(async () => {
  studio = await openStudio();
  client = new ReplicateClient({ apiUrl: studio.emulator.url, token, backoffMs: 5 });
  const training = await whenEnded(await train(), (id) => client.readTraining(id));
  version = training.version!;
});
afterEach(() => studio.emulator.behave());
afterAll(async () => {
  await studio.stop();
  expect(studio.objections).toEqual([]);
});

async function whenEnded<R extends Run>(run: R, read: (id: string) => Promise<R>): Promise<R> {
  let now = run;
  while (!hasEnded(now)) {
    await new Promise((resolve) => setTimeout(resolve, 15));
    now = await read(run.id);
  }
  return now;
}

async function train(word = `PRTX${randomUUID().slice(0, 6)}`) {
  const input = {
    input_images: studio.neighbour.offer(`${word}.zip`, await photoZip()),
    trigger_word: word,
    autocaption: true,
    steps: 1000,
    lora_rank: 16,
  };
  return client.train(studio.emulator.trainer, MODEL, {
    input,
    webhook: studio.neighbour.webhook,
    since: new Date(),
    known: { name: 'trigger_word', value: word },
  });
}

let seeds = 100;
const predict = (seed = (seeds += 1), more: object = {}, signal?: AbortSignal) =>
  client.predict(version, 300, {
    input: {
      prompt: 'PRTXabc, a portrait',
      aspect_ratio: 'custom',
      width: 256,
      height: 320,
      num_outputs: 2,
      output_format: 'jpg',
      seed,
      ...more,
    },
    webhook: studio.neighbour.webhook,
    since: new Date(),
    known: { name: 'seed', value: seed },
    ...(signal ? { signal } : {}),
  });
const predictionsWith = (seed: number) => studio.emulator.predictions().filter(({ input }) => input['seed'] === seed);

/** A server of the test's own. @returns where it is */
async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('runs', () => {
  test('a training brings a version, a prediction its pictures, and what they took', async () => {
    expect(version).toMatch(/\w{8,}/);
    const prediction = await whenEnded(await predict(), (id) => client.readPrediction(id));
    expect(prediction).toMatchObject({ status: 'succeeded', error: null, seconds: expect.any(Number) });
    expect(prediction.images).toHaveLength(2);
    const [first] = await Promise.all(
      prediction.images.map((address) => fetchImage(address, { token, apiUrl: studio.emulator.url })),
    );
    expect(await sharp(first).metadata()).toMatchObject({ format: 'jpeg', width: 256, height: 320 });
  });

  test('begun twice it is the same one', async () => {
    const [first, second] = [await predict(7001), await predict(7001)];
    expect(second.id).toBe(first.id);
    expect(predictionsWith(7001)).toHaveLength(1);
  });

  test('whose answer was lost is found, not begun again', async () => {
    studio.emulator.misbehave({ kind: 'lose-answer' });
    const run = await predict(7002);
    expect(predictionsWith(7002).map(({ id }) => id)).toEqual([run.id]);
  });

  test('a training whose answer was lost is found, too', async () => {
    studio.emulator.misbehave({ kind: 'lose-answer' });
    const run = await train('PRTXlost');
    expect(
      studio.emulator
        .trainings()
        .filter(({ input }) => input['trigger_word'] === 'PRTXlost')
        .map(({ id }) => id),
    ).toEqual([run.id]);
  });

  test('too many calls are waited for; nothing is begun twice for it', async () => {
    studio.emulator.misbehave({ kind: 'rate-limit', retryAfter: 1 }, { times: 1, call: 'POST /v1/predictions' });
    const run = await predict(7003);
    expect(predictionsWith(7003).map(({ id }) => id)).toEqual([run.id]);
  });

  test('a server that fails is asked again for what may be repeated', async () => {
    const run = await predict(7004);
    studio.emulator.misbehave({ kind: 'server-error' }, { times: 2, call: 'GET /v1/predictions/' });
    expect((await client.readPrediction(run.id)).id).toBe(run.id);
  });

  test('one that failed before it began says so, and begins nothing', async () => {
    studio.emulator.misbehave({ kind: 'server-error' }, { times: 1, call: 'POST /v1/predictions' });
    await expect(predict(7005)).rejects.toBeInstanceOf(ReplicateUnavailable);
    expect(predictionsWith(7005)).toEqual([]);
  });

  test('what the provider refuses is refused for good', async () => {
    await expect(predict(7006, { num_outputs: 9 })).rejects.toMatchObject({ name: 'ReplicateRefused', status: 422 });
    await expect(client.readPrediction('unknown')).rejects.toMatchObject({ status: 404 });
    await expect(
      new ReplicateClient({ apiUrl: studio.emulator.url, token: 'r8_wrong' }).webhookSecret(),
    ).rejects.toBeInstanceOf(ReplicateRefused);
  });

  test('is called off, also when it has ended or never was', async () => {
    studio.emulator.misbehave({ kind: 'hang' }, { times: 1, runs: 'prediction' });
    const run = await predict(7007);
    await client.cancel('predictions', run.id);
    expect((await whenEnded(run, (id) => client.readPrediction(id))).status).toBe('canceled');
    await client.cancel('predictions', run.id);
    await client.cancel('trainings', 'never');
  });

  test('gives up at once when nobody waits any more', async () => {
    const stop = new AbortController();
    stop.abort(new Error('account blocked'));
    await expect(predict(7008, {}, stop.signal)).rejects.toThrow('account blocked');
    expect(predictionsWith(7008)).toEqual([]);
  });
});

test('the model is made once; a version is removed once, with everything of it', async () => {
  await client.ensureModel(MODEL, 'gpu-t4');
  const own = await openStudio();
  try {
    const other = new ReplicateClient({ apiUrl: own.emulator.url, token, backoffMs: 5 });
    const input = {
      input_images: own.neighbour.offer('photos.zip', await photoZip()),
      trigger_word: 'PRTXgone',
      autocaption: true,
      steps: 1000,
      lora_rank: 16,
    };
    const begun = await other.train(own.emulator.trainer, MODEL, {
      input,
      webhook: null,
      since: new Date(),
      known: { name: 'trigger_word', value: 'PRTXgone' },
    });
    const trained = await whenEnded(begun, (id) => other.readTraining(id));
    expect(await own.emulator.keptBytes()).not.toEqual([]);
    const id = trained.version!.split(':').at(-1)!;
    await other.deleteVersion(MODEL, id);
    await other.deleteVersion(MODEL, id);
    expect(own.emulator.versions()).toEqual([]);
    expect(await own.emulator.keptBytes()).toEqual([]);
  } finally {
    await own.stop();
  }
});

describe('pictures', () => {
  const options = () => ({ token, apiUrl: studio.emulator.url });

  test('are fetched from the provider alone', async () => {
    for (const address of [
      'https://delivery.invalid/x.jpg',
      'http://replicate.delivery/x.jpg',
      'https://replicate.delivery.evil.example/x.jpg',
      'file:///etc/passwd',
      'http://169.254.169.254/',
      'no address',
    ]) {
      await expect(fetchImage(address, options()), address).rejects.toThrow('foreign host');
    }
  });

  test('are not followed elsewhere, and not taken when they are too large', async () => {
    const apiUrl = await serve((request, response) => {
      if (request.url === '/away') response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
      else response.end(Buffer.alloc(5000));
    });
    await expect(fetchImage(`${apiUrl}/away`, { token, apiUrl, backoffMs: 5 })).rejects.toBeInstanceOf(
      ReplicateUnavailable,
    );
    await expect(fetchImage(`${apiUrl}/large`, { token, apiUrl, maxBytes: 4000, backoffMs: 5 })).rejects.toThrow(
      'too large',
    );
    expect((await fetchImage(`${apiUrl}/large`, { token, apiUrl, maxBytes: 5000, backoffMs: 5 })).length).toBe(5000);
  });
});

describe('a list of runs', () => {
  const find = (apiUrl: string) =>
    new ReplicateClient({ apiUrl, token, backoffMs: 5 }).find('prediction', {
      since: new Date(),
      known: { name: 'seed', value: -1 },
    });

  test('that goes on elsewhere is not followed: the token is for the provider alone', async () => {
    const heard: (string | undefined)[] = [];
    const elsewhere = await serve((request, response) => {
      heard.push(request.headers.authorization);
      response.end('{"results": []}');
    });
    const provider = await serve((_request, response) =>
      response.end(JSON.stringify({ results: [], next: `${elsewhere}/v1/predictions` })),
    );
    await expect(find(provider)).rejects.toThrow(ReplicateRefused);
    expect(heard).toEqual([]);
  });

  test('that never ends is left: nobody waits in it for ever', async () => {
    let pages = 0;
    const provider: string = await serve((_request, response) => {
      pages += 1;
      response.end(JSON.stringify({ results: [], next: `${provider}/v1/predictions?cursor=again` }));
    });
    await expect(find(provider)).rejects.toThrow('does not end');
    expect(pages).toBeLessThan(500);
  });
});

describe('messages', () => {
  const now = new Date('2026-12-01T12:00:00Z');
  const body = Buffer.from('{"id":"p1","status":"succeeded"}');
  const sign = (text: Buffer, { secret = webhookSecret, id = 'msg_1', at = now } = {}) => {
    const timestamp = String(Math.floor(at.getTime() / 1000));
    const value = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
      .update(`${id}.${timestamp}.`)
      .update(text)
      .digest('base64');
    return { id, timestamp, signature: `v1,${value}` };
  };
  const minutes = (count: number) => new Date(now.getTime() + count * 60_000);
  const otherSecret = `whsec_${Buffer.from('another key').toString('base64')}`;

  test('that are genuine and fresh count, also beside other signatures', () => {
    const headers = sign(body);
    expect(isGenuine(body, headers, webhookSecret, now)).toBe(true);
    expect(isGenuine(body, headers, webhookSecret, minutes(4.9))).toBe(true);
    expect(
      isGenuine(
        body,
        { ...headers, signature: `v1,${Buffer.from('x').toString('base64')} v2,abc ${headers.signature}` },
        webhookSecret,
        now,
      ),
    ).toBe(true);
  });

  test.each([
    ['of another secret', sign(body, { secret: otherSecret })],
    ['for another body', sign(Buffer.from('{}'))],
    ['for another id', { ...sign(body), id: 'msg_2' }],
    ['with a new time over an old signature', { ...sign(body, { at: minutes(-20) }), timestamp: sign(body).timestamp }],
    ['more than five minutes old', sign(body, { at: minutes(-5.1) })],
    ['from the future', sign(body, { at: minutes(5.1) })],
    ['of another scheme', { ...sign(body), signature: sign(body).signature.replace('v1', 'v2') }],
    ['without a signature', { ...sign(body), signature: undefined }],
    ['without a time', { ...sign(body), timestamp: undefined }],
    ['with nonsense for a time', { ...sign(body), timestamp: '1e9' }],
  ])('%s do not', (_, headers) => expect(isGenuine(body, headers, webhookSecret, now)).toBe(false));

  test('without a secret nothing is genuine', () =>
    expect(isGenuine(body, sign(body, { secret: 'whsec_' }), 'whsec_', now)).toBe(false));

  test('what the provider sends is genuine', async () => {
    const heard: { body: Buffer; headers: Record<string, string | string[] | undefined> }[] = [];
    const server = createServer((request, response) => {
      void Array.fromAsync(request as AsyncIterable<Buffer>).then((parts) => {
        heard.push({ body: Buffer.concat(parts), headers: request.headers });
        response.end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const webhook = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
      const run = await client.predict(version, 300, {
        input: {
          prompt: 'x',
          aspect_ratio: 'custom',
          width: 256,
          height: 256,
          num_outputs: 1,
          output_format: 'jpg',
          seed: 8000,
        },
        webhook,
        since: new Date(),
        known: { name: 'seed', value: 8000 },
      });
      await whenEnded(run, (id) => client.readPrediction(id));
      await studio.emulator.webhooksSettled();
      const secret = await client.webhookSecret();
      expect(heard.length).toBe(2);
      for (const { body: raw, headers } of heard) {
        const signed = {
          id: String(headers['webhook-id']),
          timestamp: String(headers['webhook-timestamp']),
          signature: String(headers['webhook-signature']),
        };
        expect(isGenuine(raw, signed, secret, new Date())).toBe(true);
      }
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });
});
