import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { startOwnedProcess, type OwnedProcess } from '../../src/embedded/owned-process.js';
import { findOrInstallRedis } from '../../src/embedded/redis-program.js';
import { findFreePort } from '../../src/embedded/ports.js';
import { until } from './until.js';

const folder = fileURLToPath(new URL('../../../.data/redis-bin', import.meta.url));

/** A Redis of one test, on a port that stays, which can be killed and started again: empty, for it keeps nothing on disk. */
export class OwnRedis {
  private server: OwnedProcess | null = null;

  private constructor(private readonly port: number) {}

  static async start(): Promise<OwnRedis> {
    const redis = new OwnRedis(await findFreePort());
    await redis.startAgain();
    return redis;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}/0`;
  }

  async startAgain(): Promise<void> {
    const { program, env } = await findOrInstallRedis(folder);
    const input = `port ${this.port}\nbind 127.0.0.1\nsave ""\nappendonly no\nmaxmemory-policy noeviction\n`;
    this.server = startOwnedProcess(program, ['-'], { stopSignal: 'SIGTERM', input, ...(env ? { env } : {}) });
    const client = new Redis(this.url, { retryStrategy: () => 20, maxRetriesPerRequest: null });
    client.on('error', () => undefined); // it is only just starting
    try {
      await until('Redis', async () => ((await client.ping()) === 'PONG' ? true : null));
    } finally {
      client.disconnect();
    }
  }

  /** kill -9: with it goes everything it held. */
  async kill(): Promise<void> {
    if (!this.server) return;
    process.kill(this.server.pid, 'SIGKILL');
    await this.server.ended;
    this.server = null;
  }
}
