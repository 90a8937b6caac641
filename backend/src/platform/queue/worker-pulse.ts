import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { CONFIG, type Config } from '../../config/index.js';

/** A round of the relay or the renewal of a lease that takes this long never ends: every connection has shorter deadlines. Milliseconds. */
const STUCK_MS = 60_000;
const LOOK_MS = 1000;

/** What a worker must come to the end of again and again. */
export type Beat = 'relay round' | 'lease renewal';

/**
 * Whether the worker gets on with its work. One that is stuck ends itself, since only a new process helps then, and whatever
 * supervises it starts another: its jobs go on elsewhere once their leases have run out.
 */
@Injectable()
export class WorkerPulse implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('pulse');
  private readonly underWay = new Map<symbol, { beat: Beat; since: number }>();
  private readonly lastEnds = new Map<Beat, number>();
  private looking: NodeJS.Timeout | undefined;
  private server: Server | undefined;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  async onApplicationBootstrap(): Promise<void> {
    this.looking = setInterval(() => this.endIfStuck(), LOOK_MS).unref();
    if (this.config.healthPort !== null) await this.listen(this.config.healthPort);
  }

  beforeApplicationShutdown(): void {
    clearInterval(this.looking);
    this.server?.close();
    this.server?.closeAllConnections();
  }

  /** Watches over work that must come to an end, whether well or not. */
  async during<T>(beat: Beat, work: () => Promise<T>): Promise<T> {
    const one = Symbol(beat);
    this.underWay.set(one, { beat, since: performance.now() });
    try {
      return await work();
    } finally {
      this.underWay.delete(one);
      this.lastEnds.set(beat, performance.now());
    }
  }

  /** Where it can be asked, once it has begun. */
  get port(): number | null {
    return (this.server?.address() as AddressInfo | null | undefined)?.port ?? null;
  }

  /** What has been under way for too long, or null. */
  get stuckIn(): Beat | null {
    const begunBefore = performance.now() - STUCK_MS;
    return [...this.underWay.values()].find(({ since }) => since < begunBefore)?.beat ?? null;
  }

  /** Ends this process. */
  protected end(): void {
    process.exit(1);
  }

  private endIfStuck(): void {
    const beat = this.stuckIn;
    if (!beat) return;
    this.logger.fatal({ beat, seconds: STUCK_MS / 1000 }, 'stuck: this worker ends, another one has to be started');
    this.end();
  }

  private async listen(port: number): Promise<void> {
    const server = createServer((request, response) => {
      const isKnown = request.url === '/api/v1/health/live';
      const isStuck = this.stuckIn !== null;
      response.writeHead(isKnown ? (isStuck ? 503 : 200) : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(isKnown ? { status: isStuck ? 'stuck' : 'ok', ...this.ages() } : {}));
    });
    this.server = server;
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, resolve));
  }

  /** Seconds since each beat last came to its end. */
  ages(): Record<string, number> {
    return Object.fromEntries(
      [...this.lastEnds].map(([beat, at]) => [beat, Math.round((performance.now() - at) / 1000)]),
    );
  }
}
