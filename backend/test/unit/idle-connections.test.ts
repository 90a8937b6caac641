import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HttpAdapterHost } from '@nestjs/core';
import { expect, test } from 'vitest';
import { IdleConnections } from '../../src/app/idle-connections.js';

test('idle connections outlive those of a proxy, and none keeps a server open that is to end', async () => {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  const server = createServer((_request, response) => {
    asked.resolve();
    void answer.promise.then(() => response.end('done'));
  });
  const connections = new IdleConnections({ httpAdapter: { getHttpServer: () => server } } as HttpAdapterHost);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  connections.onApplicationBootstrap();

  const agent = new Agent({ keepAlive: true });
  const answered = once(get({ port: (server.address() as AddressInfo).port, agent }), 'response');
  await asked.promise;
  connections.beforeApplicationShutdown();
  const closed = once(server, 'close');
  server.close();
  answer.resolve();
  const [response] = (await answered) as [IncomingMessage];
  expect(response.resume().statusCode).toBe(200);
  await closed;
  agent.destroy();
});
