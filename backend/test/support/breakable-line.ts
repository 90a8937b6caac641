import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A TCP line to a server that can be cut and mended, as a network or a restarting server would. */
export class BreakableLine {
  private readonly sockets = new Set<Socket>();
  private cut = false;

  constructor(
    private readonly server: Server,
    private readonly target: { host: string; port: number },
  ) {
    server.on('connection', (client) => this.carry(client));
  }

  /** @returns the line and the URL that leads through it */
  static async to<Line extends BreakableLine>(
    this: new (...parts: ConstructorParameters<typeof BreakableLine>) => Line,
    url: string,
  ): Promise<{ line: Line; url: string }> {
    const parsed = new URL(url);
    const server = createServer();
    const line = new this(server, { host: parsed.hostname, port: Number(parsed.port) });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    parsed.hostname = '127.0.0.1';
    parsed.port = String((server.address() as AddressInfo).port);
    return { line, url: parsed.href };
  }

  break(): void {
    this.cut = true;
    for (const socket of this.sockets) socket.destroy();
  }

  mend(): void {
    this.cut = false;
  }

  async stop(): Promise<void> {
    this.break();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private carry(client: Socket): void {
    if (this.cut) {
      client.destroy();
      return;
    }
    const upstream = connect(this.target);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.sockets.delete(socket);
        other.destroy();
      });
    }
    this.pass(client, upstream);
  }

  /** What goes over the line: everything, unless its kind says otherwise. */
  protected pass(client: Socket, upstream: Socket): void {
    client.pipe(upstream).pipe(client);
  }
}
