import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PaymentProvider } from '../../src/integrations/payments/index.js';
import { checkInvariants } from '../../src/invariants/index.js';
import { creditsOf } from '../support/billing.js';
import type { Caller } from '../support/caller.js';
import { anyStyle, draftWithPhotos, profileMarkedReady, subscriber } from '../support/customers.js';
import { findFreePort } from '../support/free-port.js';
import { runEnd, trainingEnd } from '../support/hosted-engine.js';
import { referencePhotos } from '../support/photos.js';
import { killProductProcesses, startApiProcess, startWorkerProcess } from '../support/product-processes.js';
import { startProduct, type Product } from '../support/product.js';
import { until } from '../support/until.js';

/** Fault 4: SIGTERM, as at every deployment, with work in flight and open sockets. */
/** Far below the lease, after which the work would be taken over anyway, and far above what a busy machine needs. */
const AT_ONCE_MS = 20_000;

let product: Product;
let caller: Caller;
let profileId: string;
beforeAll(async () => {
  // Large enough that a run takes seconds and can be caught half-way; a lease so long that only what is handed back is taken over in time.
  product = await startProduct({
    worker: false,
    env: { ENGINE_PORTRAIT_WIDTH: '480', JOB_LEASE_MS: '60000', JOB_REDISPATCH_MS: '60000' },
  });
});
afterAll(async () => {
  await killProductProcesses();
  await product.stop();
});

const jobOf = async (topic: string) =>
  (
    await product.em().execute<
      {
        attempt: number;
        max_attempts: number;
        leased_until: Date | null;
        outcome: string | null;
        last_error: string | null;
      }[]
    >('select * from job where topic = ?', [topic])
  )[0]!;

/** Ends a worker and says how long that took. */
async function ended(worker: { terminate(): Promise<void> }): Promise<number> {
  const since = Date.now();
  await worker.terminate();
  return Date.now() - since;
}

test('a worker that is asked to end in a training and in a run hands both back; the next one goes on at once, and no try is used up', async () => {
  const first = await startWorkerProcess(product);
  caller = await subscriber(product);
  profileId = await draftWithPhotos(caller);
  await caller.post(`/ai-profiles/${profileId}/training`);
  await until(
    'the training to be under way',
    async () =>
      (await caller.get<{ progress: { fraction: number } | null }>(`/ai-profiles/${profileId}`)).body.progress?.fraction
        ? true
        : null,
    60_000,
  );
  expect(await ended(first)).toBeLessThan(AT_ONCE_MS);
  const training = await jobOf('ai-profiles.training_requested');
  expect(training).toMatchObject({ leased_until: null, outcome: null, last_error: null });
  expect(training.max_attempts - training.attempt).toBe(3);

  const second = await startWorkerProcess(product);
  expect(await trainingEnd(caller, profileId)).toMatchObject({ status: 'ready' });
  const { body: run } = await caller.post<{ id: string }>('/generations', {
    profileId,
    styleId: await anyStyle(caller),
  });
  await until(
    'the first portraits',
    async () =>
      (await caller.get<{ previews: object[] }>(`/generations/${run.id}`)).body.previews.length >= 2 ? true : null,
    60_000,
  );
  expect(await ended(second)).toBeLessThan(AT_ONCE_MS);
  expect(await jobOf('generations.generation_requested')).toMatchObject({
    leased_until: null,
    outcome: null,
    last_error: null,
  });

  await startWorkerProcess(product);
  expect(await runEnd(caller, run.id)).toMatchObject({ status: 'completed', portraits: { length: 8 } });
  expect(await creditsOf(caller)).toBe(130);
  expect(await checkInvariants(product.em(), product.api.get(PaymentProvider))).toEqual([]);
});

/** An upload of which only half has been sent. */
function halfAnUpload(origin: string, draft: string, photo: Uint8Array): { finish(): Promise<number> } {
  const boundary = '----bildnis';
  const body = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="foto.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`,
    ),
    photo,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const asking = request(`${origin}/api/v1/ai-profiles/${draft}/photos`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${caller.token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': body.length,
    },
  });
  const half = Math.floor(body.length / 2);
  asking.write(body.subarray(0, half));
  return {
    finish: () =>
      new Promise((resolve, reject) => {
        asking.once('error', reject).once('response', (response) => resolve(response.resume().statusCode!));
        asking.end(body.subarray(half));
      }),
  };
}

test('an API that is asked to end answers what it is at; open pages come back to the next one and hear on', async () => {
  const env = { PORT: String(await findFreePort()) };
  const first = await startApiProcess(product, env);
  const socket: Socket = io(first.origin, {
    path: '/socket.io',
    transports: ['websocket'],
    auth: { token: caller.token },
    reconnectionDelay: 50,
    reconnectionDelayMax: 200,
  });
  const heard: string[] = [];
  let ready = 0;
  socket.on('ready', () => (ready += 1));
  socket.onAny((name: string) => heard.push(name));
  try {
    await until('the connection', () => Promise.resolve(ready === 1 ? true : null));
    const { body: draft } = await caller.post<{ id: string }>('/ai-profiles', { name: 'Zweites', gender: 'female' });
    const upload = halfAnUpload(first.origin, draft.id, (await referencePhotos())[0]!);
    await pause(300);
    const [took, status] = await Promise.all([ended(first), pause(200).then(() => upload.finish())]);
    expect(status).toBe(201);
    expect(took).toBeLessThan(AT_ONCE_MS);
    expect((await caller.get<{ photos: object[] }>(`/ai-profiles/${draft.id}`)).body.photos).toHaveLength(1);
    await startApiProcess(product, env);
    await until('the connection to be back', () => Promise.resolve(ready === 2 ? true : null));
    // One without a model fails at once, which is news as well.
    const { body: run } = await caller.post<{ id: string }>('/generations', {
      profileId: await profileMarkedReady(product, caller),
      styleId: await anyStyle(caller),
    });
    expect(await runEnd(caller, run.id)).toMatchObject({ status: 'failed' });
    await until('the news', () => Promise.resolve(heard.includes('generation.changed') ? true : null));
  } finally {
    socket.close();
  }
});
