import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request with its body read, and the means to answer it. */
export interface PageRequest {
  method: string;
  url: URL;
  headers: IncomingMessage['headers'];
  body: string;
}

/** An answer of text (pages, JSON, style sheets) or an empty one. */
export interface PageAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export interface LoopbackServer {
  /** `http://127.0.0.1:port`, without a slash at the end. */
  url: string;
  port: number;
  stop(): Promise<void>;
}

const largestBody = 1_000_000;

/**
 * Serves on 127.0.0.1 alone. Requests whose Host names anything but this machine (or one of `hosts`) are refused, so that a
 * web page elsewhere cannot reach in by pointing its own name here.
 * @throws the listen error when the port is taken
 */
export async function serveLoopback(
  port: number,
  answer: (request: PageRequest) => Promise<PageAnswer>,
  hosts: readonly string[] = [],
): Promise<LoopbackServer> {
  const server = createServer((request, response) => {
    void respond(request, response, answer, hosts);
  });
  await listen(server, port);
  const bound = (server.address() as AddressInfo).port;
  return { url: `http://127.0.0.1:${bound}`, port: bound, stop: () => close(server) };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (request: PageRequest) => Promise<PageAnswer>,
  hosts: readonly string[],
): Promise<void> {
  try {
    if (!isOwnHost(request.headers.host, hosts)) return send(response, { status: 403, headers: {}, body: 'Unknown host' });
    const url = new URL(request.url ?? '/', 'http://stand-in.invalid');
    const body = await readBody(request);
    if (body === null) return send(response, { status: 413, headers: { connection: 'close' }, body: 'Too large' });
    send(response, await answer({ method: request.method ?? 'GET', url, headers: request.headers, body }));
  } catch (error) {
    if (!response.headersSent) send(response, { status: 500, headers: {}, body: error instanceof Error ? error.message : 'Error' });
    else response.destroy();
  }
}

function isOwnHost(header: string | undefined, hosts: readonly string[]): boolean {
  const name = (header ?? '').replace(/:\d+$/, '').toLowerCase();
  return ['127.0.0.1', 'localhost', '[::1]', ...hosts].includes(name);
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > largestBody) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function send(response: ServerResponse, answer: PageAnswer): void {
  response.writeHead(answer.status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-length': Buffer.byteLength(answer.body),
    ...answer.headers,
  });
  response.end(answer.body);
}
