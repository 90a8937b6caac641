import { createServer, type IncomingHttpHeaders, type OutgoingHttpHeaders, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { Webhook } from 'standardwebhooks';
import { selfSigned } from './self-signed.js';
import { until } from './until.js';

/** What arrived at the receiver. */
export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export type Answer = { status: number; headers?: OutgoingHttpHeaders; body?: string } | 'silence';

/** A customer's server on a free port of this machine. */
export interface WebhookReceiver {
  /** An address of its own at this server, so that tests do not see each other's messages. */
  urlOf(path: string): string;
  at(path: string): Received[];
  /** Waits until so many have come. */
  arrived(path: string, count?: number): Promise<Received[]>;
  /** What it answers to the next calls for a path, one after the other; afterwards `always`, or 204. */
  answer(path: string, ...answers: Answer[]): void;
  always(path: string, answer: Answer): void;
  stop(): Promise<void>;
}

/** With TLS, this process trusts its certificate until it stops. */
export async function startWebhookReceiver({ tls = false } = {}): Promise<WebhookReceiver> {
  const received: Received[] = [];
  const planned = new Map<string, Answer[]>();
  const usual = new Map<string, Answer>();
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      received.push({ path, headers: request.headers, body: Buffer.concat(chunks).toString() });
      const answer = planned.get(path)?.shift() ?? usual.get(path) ?? { status: 204 };
      if (answer !== 'silence') response.writeHead(answer.status, answer.headers).end(answer.body);
    });
  };
  const trusted = getCACertificates('default');
  const certificate = tls ? selfSigned() : null;
  if (certificate) setDefaultCACertificates([...trusted, certificate.cert]);
  const server = certificate ? createTlsServer(certificate, listener) : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const at = (path: string) => received.filter((one) => one.path === path);
  return {
    urlOf: (path) => `${certificate ? 'https://localhost' : 'http://127.0.0.1'}:${port}${path}`,
    at,
    arrived: (path, count = 1) =>
      until(`${count} messages at ${path}`, () => (at(path).length >= count ? at(path) : null)),
    answer: (path, ...answers) => planned.set(path, [...(planned.get(path) ?? []), ...answers]),
    always: (path, answer) => usual.set(path, answer),
    stop: async () => {
      if (certificate) setDefaultCACertificates(trusted);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export interface Message {
  id: string;
  type: string;
  createdAt: string;
  data: Record<string, unknown>;
}

/** The message, if the reference library of Standard Webhooks takes its signature. @throws otherwise */
export function verified({ headers, body }: Received, secret: string): Message {
  return new Webhook(secret).verify(body, headers as Record<string, string>) as Message;
}

/** Whether one of the signatures is of this secret, whenever it was made. */
export function isSignedBy({ headers, body }: Received, secret: string): boolean {
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  return String(headers['webhook-signature'])
    .split(' ')
    .includes(new Webhook(secret).sign(String(headers['webhook-id']), at, body));
}
