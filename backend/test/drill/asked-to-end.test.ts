import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../support/caller.js';
import { anyStyle, consenting, profileMarkedReady, subscriber } from '../support/customers.js';
import { findFreePort } from '../../src/embedded/ports.js';
import { runEnd } from '../support/hosted-engine.js';
import { smallPhotos } from '../support/photos.js';
import { killProductProcesses, startApiProcess } from '../support/product-processes.js';
import { startProduct, type Product } from '../support/product.js';
import { until } from '../support/until.js';

/** Fault 4 at an API: SIGTERM, as at every deployment, with an upload in flight and open sockets. `worker-killed` tests it at a worker. */

/** Far above what a busy machine needs. */
const AT_ONCE_MS = 20_000;

let product: Product;
let caller: Caller;
beforeAll(async () => {
  product = await startProduct();
  caller = await subscriber(product).then(consenting);
});
afterAll(async () => {
  await killProductProcesses();
  await product.stop();
});

/** Ends a process and says how long that took. */
async function ended(process: { terminate(): Promise<void> }): Promise<number> {
  const since = Date.now();
  await process.terminate();
  return Date.now() - since;
}

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
  const env = { PORT: String(await findFreePort()), SHUTDOWN_MS: '28000' };
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
    const upload = halfAnUpload(first.origin, draft.id, (await smallPhotos())[0]!);
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
