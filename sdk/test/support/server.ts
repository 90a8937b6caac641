import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';
import { createClient, type BildnisError, type Client, type ClientOptions } from '../../src/index.js';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

export type Answer = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void;

/** A client of a server that answers as told once the body is there; the requests are kept. Nothing is repeated unless the options say so. */
export async function clientOf(
  answer: Answer,
  options: Partial<ClientOptions> = {},
): Promise<{ client: Client; requests: IncomingMessage[]; baseUrl: string }> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    const parts: Buffer[] = [];
    request
      .on('data', (part: Buffer) => parts.push(part))
      .on('end', () => answer(request, response, Buffer.concat(parts)));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    client: createClient({ baseUrl: `${baseUrl}/`, token: 'bs_test', maxRetries: 0, ...options }),
    requests,
    baseUrl,
  };
}

/** Ends an answer with JSON. */
export const json = (response: ServerResponse, body: unknown, status = 200): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** What a call was refused with. */
export const errorOf = (promise: Promise<unknown>): Promise<BildnisError> =>
  promise.then(
    () => Promise.reject(new Error('no error')),
    (error: unknown) => error as BildnisError,
  );
