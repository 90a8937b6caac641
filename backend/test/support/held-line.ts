import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** The server's word that a transaction is committed: the tag of CommandComplete. */
const COMMITTED = Buffer.from('COMMIT\0');

interface Hold {
  statement: Buffer;
  at: 'statement' | 'commit';
  reached(): void;
}

/**
 * A TCP line to PostgreSQL on which one connection stands still at a chosen moment, for good: so a process can be killed
 * between two bytes of what it says and hears. Statements travel as plain text (no TLS within a test).
 */
export class HeldLine {
  private readonly sockets = new Set<Socket>();
  private hold: Hold | null = null;

  private constructor(
    private readonly server: Server,
    private readonly target: { host: string; port: number },
  ) {
    server.on('connection', (client) => this.carry(client));
  }

  /** @returns the line and the URL that leads through it */
  static async to(url: string): Promise<{ line: HeldLine; url: string }> {
    const parsed = new URL(url);
    const server = createServer();
    const line = new HeldLine(server, { host: parsed.hostname, port: Number(parsed.port) });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    parsed.hostname = '127.0.0.1';
    parsed.port = String((server.address() as AddressInfo).port);
    return { line, url: parsed.href };
  }

  /** Lets no statement that contains this text through. @returns when the first one is held */
  holdBefore(statement: string): Promise<void> {
    return this.arm(statement, 'statement');
  }

  /** Lets the transaction with this statement commit, but keeps the server's word of it back. @returns when it is committed */
  holdAfterCommitOf(statement: string): Promise<void> {
    return this.arm(statement, 'commit');
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private arm(statement: string, at: Hold['at']): Promise<void> {
    return new Promise((resolve) => {
      this.hold = { statement: Buffer.from(statement), at, reached: resolve };
    });
  }

  private carry(client: Socket): void {
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
    let hold: Hold | null = null;
    let held = false;
    const standStill = () => {
      held = true;
      hold?.reached();
    };
    const said = new Ear();
    client.on('data', (chunk) => {
      if (this.hold && said.hears(chunk, this.hold.statement)) {
        hold = this.hold;
        this.hold = null;
        if (hold.at === 'statement') standStill();
      }
      if (!held) upstream.write(chunk);
    });
    const answered = new Ear();
    upstream.on('data', (chunk) => {
      if (hold?.at === 'commit' && answered.hears(chunk, COMMITTED)) standStill();
      if (!held) client.write(chunk);
    });
  }
}

/** Finds words also where they are torn apart between two chunks. */
class Ear {
  private rest: Buffer = Buffer.alloc(0);

  hears(chunk: Buffer, word: Buffer): boolean {
    const text = Buffer.concat([this.rest, chunk]);
    this.rest = Buffer.from(text.subarray(Math.max(0, text.length - word.length + 1)));
    return text.includes(word);
  }
}
