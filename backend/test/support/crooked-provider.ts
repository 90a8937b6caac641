import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ReplicateEmulator } from '@bildnis/emulators/replicate';

export interface Answer {
  status: number;
  type: string;
  body: Buffer;
}

/** What is done to calls that fit: before the provider hears of them, or to what it answers. Returning nothing leaves it as it is. */
export interface Crook {
  /** `METHOD /path` of the calls it is done to. */
  call: RegExp;
  /** How often; always unless given. */
  times?: number;
  before?(): Promise<void> | void;
  answer?(answer: Answer): Answer | Promise<Answer> | void;
}

/** Stands between the product and the emulator, and does to the talk of both what a provider that keeps its contract never would. */
export class CrookedProvider {
  private crooks: Crook[] = [];
  private emulator: ReplicateEmulator | null = null;

  private constructor(private readonly server: Server) {
    server.on('request', (request, response) => {
      void this.pass(request).then(
        ({ status, type, body }) => response.writeHead(status, { 'content-type': type }).end(body),
        () => response.destroy(),
      );
    });
  }

  static async start(): Promise<CrookedProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new CrookedProvider(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  leadTo(emulator: ReplicateEmulator): void {
    this.emulator = emulator;
  }

  /** From now on, until `behave`. */
  add(crook: Crook): void {
    this.crooks.push({ ...crook });
  }

  behave(): void {
    this.crooks = [];
  }

  stop(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  private async pass(request: IncomingMessage): Promise<Answer> {
    const crooks = this.crooks.filter(
      ({ call, times }) => times !== 0 && call.test(`${request.method} ${request.url}`),
    );
    for (const crook of crooks) if (crook.times) crook.times -= 1;
    const sent = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>));
    for (const { before } of crooks) await before?.();
    const headers = Object.fromEntries(
      ['authorization', 'content-type', 'cancel-after'].flatMap((name) =>
        typeof request.headers[name] === 'string' ? [[name, request.headers[name]]] : [],
      ),
    );
    const response = await fetch(this.emulator!.url + request.url!, {
      method: request.method!,
      headers,
      ...(sent.length > 0 ? { body: sent } : {}),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const type = response.headers.get('content-type') ?? '';
    // Addresses in answers lead here, too.
    const body = type.includes('json')
      ? Buffer.from(bytes.toString('utf8').replaceAll(this.emulator!.url, this.url))
      : bytes;
    let answer: Answer = { status: response.status, type, body };
    for (const crook of crooks) answer = (await crook.answer?.(answer)) ?? answer;
    return answer;
  }
}

/** Changes the JSON of an answer. */
export const rewrite =
  (change: (json: Record<string, unknown>) => object) =>
  (answer: Answer): Answer => ({
    ...answer,
    body: Buffer.from(JSON.stringify(change(JSON.parse(answer.body.toString('utf8')) as Record<string, unknown>))),
  });
