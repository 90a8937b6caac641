import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import type { Redis } from 'ioredis';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { SocketPlaces } from '../../src/platform/live/index.js';
import { REDIS } from '../../src/platform/queue/index.js';
import type { Caller } from '../support/caller.js';
import { anyStyle, customer, grantCredits, profileMarkedReady } from '../support/customers.js';
import { longTest } from '../support/long-test.js';
import type { Product } from '../support/product.js';
import { useSharedProduct } from '../support/shared-product.js';
import { killProductProcesses, startApiProcess } from '../support/product-processes.js';
import { until } from '../support/until.js';

let product: Product;
const sockets: Socket[] = [];
useSharedProduct((shared) => (product = shared));
afterEach(() => sockets.splice(0).forEach((socket) => socket.close()));
afterAll(killProductProcesses);

interface Listener {
  socket: Socket;
  events: [name: string, payload: Record<string, unknown>][];
}

function listen(token: string | null, extraHeaders: Record<string, string> = {}, origin = product.origin): Listener {
  const socket = io(origin, {
    path: '/socket.io',
    transports: ['websocket'],
    auth: { token },
    reconnection: false,
    extraHeaders,
  });
  sockets.push(socket);
  const events: Listener['events'] = [];
  socket.onAny((name: string, payload: Record<string, unknown>) => events.push([name, payload]));
  return { socket, events };
}

const heard = (listener: Listener, name: string) =>
  listener.events.filter(([event]) => event === name).map(([, payload]) => payload);
const listening = (listener: Listener) =>
  until('the connection', () => (heard(listener, 'ready').length > 0 ? true : null));
const answered = (page: Listener) =>
  until('an answer', () => (heard(page, 'ready').length + heard(page, 'refused').length > 0 ? true : null));

async function runThatFails(caller: Caller): Promise<string> {
  await grantCredits(product, caller, 10);
  const run = await caller.post<{ id: string }>('/generations', {
    profileId: await profileMarkedReady(product, caller),
    styleId: await anyStyle(caller),
  });
  return run.body.id;
}

describe('live events', () => {
  test('the owner hears of a run on every open page, a stranger of nothing', async () => {
    const [owner, stranger] = [await customer(product), await customer(product)];
    const [first, second, other] = [listen(owner.token), listen(owner.token), listen(stranger.token)];
    await Promise.all([first, second, other].map(listening));
    const generationId = await runThatFails(owner);
    for (const page of [first, second]) {
      await until('the end of the run', () =>
        heard(page, 'generation.changed').some((payload) => payload['status'] === 'failed') ? true : null,
      );
      expect(heard(page, 'generation.changed').map((payload) => payload['generationId'])).toEqual([
        generationId,
        generationId,
      ]);
      expect(heard(page, 'credits.changed')).toContainEqual({ balance: 10 });
    }
    expect(other.events.map(([name]) => name)).toEqual(['ready']);
  });

  test('without a session one is shown out', async () => {
    for (const token of [null, 'bs_invented', '__proto__']) {
      const visitor = listen(token);
      await until('the end', () =>
        visitor.socket.disconnected && heard(visitor, 'session.ended').length > 0 ? true : null,
      );
      expect(heard(visitor, 'ready')).toEqual([]);
    }
  });

  test('of one session twenty pages listen, the next is told so; it gets in once another has left, and other sessions are none of it', async () => {
    const [owner, stranger] = [await customer(product), await customer(product)];
    const pages = Array.from({ length: 25 }, () => listen(owner.token));
    await until('an answer to each', () =>
      pages.every((page) => heard(page, 'ready').length + heard(page, 'refused').length > 0) ? true : null,
    );
    const refused = pages.filter((page) => heard(page, 'refused').length > 0);
    expect(refused.map((page) => heard(page, 'refused'))).toEqual(
      refused.map(() => [{ code: 'too_many_connections' }]),
    );
    expect(pages.filter((page) => heard(page, 'ready').length > 0)).toHaveLength(20);
    await until('the end of the others', () => (refused.every(({ socket }) => socket.disconnected) ? true : null));
    await listening(listen(stranger.token));
    pages.find(({ socket }) => socket.connected)!.socket.close();
    await until('the place to be free', async () => {
      const late = listen(owner.token);
      await answered(late);
      return heard(late, 'ready').length > 0 ? true : null;
    });
  });

  longTest('twenty pages of one session are all, at two API processes together', async () => {
    const [owner, other] = [await customer(product), await startApiProcess(product)];
    for (let count = 0; count < 20; count += 1)
      await listening(listen(owner.token, {}, count % 2 === 0 ? product.origin : other.origin));
    for (const origin of [product.origin, other.origin]) {
      const surplus = listen(owner.token, {}, origin);
      await answered(surplus);
      expect([heard(surplus, 'ready'), heard(surplus, 'refused')]).toEqual([[], [{ code: 'too_many_connections' }]]);
    }
  });

  test('pages at an API process that does not answer count as well', async () => {
    const [owner, other] = [await customer(product), await startApiProcess(product)];
    for (const origin of [product.origin, other.origin])
      for (let count = 0; count < 10; count += 1) await listening(listen(owner.token, {}, origin));
    process.kill(other.pid, 'SIGSTOP');
    const surplus = listen(owner.token);
    await answered(surplus);
    expect([heard(surplus, 'ready'), heard(surplus, 'refused')]).toEqual([[], [{ code: 'too_many_connections' }]]);
    await other.kill();
  });

  test('the last place of a session is given once, one that nobody renews runs out, and Redis that lost them is told again', async () => {
    const [places, redis] = [product.api.get(SocketPlaces), product.api.get<Redis>(REDIS)];
    const session = randomUUID();
    const take = async (names: string[], keptMs?: number) =>
      (await Promise.all(names.map((name) => places.take(session, name, keptMs)))).filter(Boolean).length;
    const names = (count: number) => Array.from({ length: count }, () => randomUUID());
    expect(await take(names(1), 1)).toBe(1);
    const lasting = names(19);
    expect(await take(lasting)).toBe(19);
    await until('the brief place to run out', async () => ((await take(names(1))) === 1 ? true : null));
    expect(await take(names(1))).toBe(0);
    await places.leave(session, lasting[0]!);
    expect(await take(names(2))).toBe(1);

    const owner = await customer(product);
    const counted = () => redis.keys('sockets:*');
    const before = await counted();
    const page = listen(owner.token);
    await listening(page);
    const own = (await counted()).find((key) => !before.includes(key))!;
    expect(await redis.pttl(own)).toBeGreaterThan(0);
    await redis.del(own);
    await until('the place to be taken again', async () => ((await redis.exists(own)) === 1 ? true : null));
    page.socket.close();
    await until('the place to be free', async () => ((await redis.exists(own)) === 0 ? true : null));
  });

  test('a page that another name leads here cannot connect', async () => {
    const { port } = new URL(product.origin);
    const ask = (name: string) =>
      new Promise<number>((resolve, reject) => {
        const headers = { host: `${name}:${port}`, origin: `http://${name}:${port}` };
        request(
          { host: '127.0.0.1', port, path: '/socket.io/?EIO=4&transport=polling', headers },
          (answer) => (answer.resume(), resolve(answer.statusCode!)),
        )
          .on('error', reject)
          .end();
      });
    expect([
      await ask('127.0.0.1'),
      await ask('localhost'),
      await ask('rebound.example'),
      await ask('localhost.rebound.example'),
    ]).toEqual([200, 200, 403, 403]);
  });

  test('a page of another origin cannot connect', async () => {
    const owner = await customer(product);
    const foreign = listen(owner.token, { origin: 'https://evil.example' });
    await until(
      'the refusal',
      () => new Promise<true>((resolve) => foreign.socket.once('connect_error', () => resolve(true))),
    );
    expect(foreign.events).toEqual([]);
  });

  test.each(['null', 'ht!tp://', 'https://'])(
    'the origin «%s», which is none, is refused; the service lives on',
    async (origin) => {
      const answer = await fetch(`${product.origin}/socket.io/?EIO=4&transport=polling`, { headers: { origin } });
      expect([400, 403]).toContain(answer.status);
      expect((await product.anonymous().get('/health/live')).status).toBe(200);
    },
  );

  test('asking for somebody else’s room, odd names and large frames change nothing; the service lives on', async () => {
    const [owner, stranger] = [await customer(product), await customer(product)];
    const ownerId = (await owner.get<{ id: string }>('/me')).body.id;
    const other = listen(stranger.token);
    await listening(other);
    for (const name of ['join', 'subscribe', '__proto__', 'constructor'])
      other.socket.emit(name, `user:${ownerId}`, { room: `user:${ownerId}` });
    await runThatFails(owner);
    other.socket.emit('join', 'x'.repeat(1_000_000));
    await until('the large frame to end it', () => (other.socket.disconnected ? true : null));
    expect(other.events.map(([name]) => name)).toEqual(['ready']);
    expect((await product.anonymous().get('/health/ready')).status).toBe(200);
  });
});
