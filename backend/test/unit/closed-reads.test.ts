import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { isClosedRead } from '../../src/app/closed-reads.js';

test('what a connection to Redis says that is closed, at once or after a silence, is known; nothing else is', async () => {
  const server = createServer((socket) => void socket.on('error', () => undefined)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const redis = new Redis(port, '127.0.0.1', { socketTimeout: 20, maxRetriesPerRequest: null });
  const read = redis.get('x').catch((error: unknown) => error);
  const [silence] = (await once(redis, 'error').catch((error: unknown) => [error])) as [Error];
  redis.disconnect();
  expect([silence, await read].map((error) => [(error as Error).message, isClosedRead(error)])).toEqual([
    [expect.stringContaining('20ms'), true],
    ['Connection is closed.', true],
  ]);
  server.close();
  for (const other of [new Error('connect ECONNREFUSED'), new Error('Command timed out'), null, undefined, 'x'])
    expect(isClosedRead(other)).toBe(false);
});
