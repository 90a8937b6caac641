import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request with its body read as it came: JSON and uploads alike. */
export interface WireRequest {
  method: string;
  /** Path and query. */
  url: URL;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface WireAnswer {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array;
}

/** In place of an answer: the connection ends without a word, as when a line breaks. */
export const noAnswer = Symbol('no answer');

export interface RunningServer {
  /** `http://127.0.0.1:port`, without a slash at the end. */
  url: string;
  port: number;
  stop(): Promise<void>;
}

export interface ServerOptions {
  /** Most bytes of a request's body. */
  largestBody: number;
  /** What larger ones are answered. */
  tooLarge?: WireAnswer;
}

/**
 * Serves on 127.0.0.1 alone, bytes in and bytes out. Requests whose Host names anything but this machine are
 * refused, so that a web page elsewhere cannot reach in by pointing its own name here.
 * @throws the listen error when the port is taken
 */
export async function serveBytes(
  port: number,
  answer: (request: WireRequest) => Promise<WireAnswer | typeof noAnswer>,
  options: ServerOptions,
): Promise<RunningServer> {
  const server = createServer((request, response) => void respond(request, response, answer, options));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
  const bound = (server.address() as AddressInfo).port;
  return { url: `http://127.0.0.1:${bound}`, port: bound, stop: () => close(server) };
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
  answer: (request: WireRequest) => Promise<WireAnswer | typeof noAnswer>,
  { largestBody, tooLarge = refused }: ServerOptions,
): Promise<void> {
  try {
    if (!isOwnHost(request.headers.host)) return send(response, { status: 403, headers: {}, body: 'Unknown host' });
    const url = new URL(request.url ?? '/', 'http://emulator.invalid');
    const body = await readBody(request, largestBody);
    if (body === null) return send(response, { ...tooLarge, headers: { ...tooLarge.headers, connection: 'close' } });
    const result = await answer({ method: request.method ?? 'GET', url, headers: request.headers, body });
    if (result === noAnswer) request.socket.destroy();
    else send(response, result);
  } catch (error) {
    if (!response.headersSent)
      send(response, { status: 500, headers: {}, body: error instanceof Error ? error.message : 'Error' });
    else response.destroy();
  }
}

const refused: WireAnswer = { status: 413, headers: {}, body: 'Too large' };

function isOwnHost(header: string | undefined): boolean {
  const name = (header ?? '').replace(/:\d+$/, '').toLowerCase();
  return ['127.0.0.1', 'localhost', '[::1]'].includes(name);
}

async function readBody(request: IncomingMessage, largestBody: number): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > largestBody) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function send(response: ServerResponse, answer: WireAnswer): void {
  response.writeHead(answer.status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    ...(answer.status !== 204 && { 'content-length': Buffer.byteLength(answer.body) }),
    ...answer.headers,
  });
  response.end(answer.status === 204 ? undefined : answer.body);
}
