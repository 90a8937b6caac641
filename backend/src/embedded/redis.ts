import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { startOwnedProcess, type OwnedProcess } from './owned-process.js';
import { findFreePort } from './ports.js';
import { StartError } from './start-error.js';

export interface RedisOptions {
  /** The server program, see findOrInstallRedis(). */
  readonly program: string;
  /** Environment the program needs to find its libraries, if any. */
  readonly env?: NodeJS.ProcessEnv;
  /** Folder for the append-only file; created when missing. */
  readonly dataDir: string;
  /** false for throw-away data: nothing is written to disk. */
  readonly durable: boolean;
}

/** A running Redis on 127.0.0.1, with a password that changes on each start. */
export interface RunningRedis {
  /** Connection string without a database index. */
  readonly url: string;
  readonly pid: number;
  /** Resolves when the server process is gone, wanted or not. */
  readonly ended: OwnedProcess['ended'];
  /** Its last lines of output. */
  tail(): string;
  stop(): Promise<void>;
}

/** Databases (indexes 0 to 63), enough for one per test worker. */
export const redisDatabases = 64;

/**
 * Starts Redis on a free port.
 * @throws StartError when it ends or does not answer within a few seconds
 */
export async function startRedis(options: RedisOptions): Promise<RunningRedis> {
  mkdirSync(options.dataDir, { recursive: true });
  const password = randomBytes(24).toString('hex');
  const deadline = Date.now() + 10_000;
  for (;;) {
    const port = await findFreePort();
    const server = startOwnedProcess(options.program, ['-'], {
      stopSignal: 'SIGTERM',
      input: configuration(options, port, password), // by standard input: arguments are visible to every user of the machine
      cwd: options.dataDir,
      ...(options.env === undefined ? {} : { env: options.env }),
    });
    const url = `redis://:${password}@127.0.0.1:${port}`;
    if (await answers(server, url, deadline))
      return { url, pid: server.pid, ended: server.ended, tail: server.tail, stop: () => server.stop(5_000) };
    await server.stop(1_000);
    if (Date.now() > deadline) {
      const cause =
        server
          .tail()
          .split('\n')
          .findLast((line) => line.trim() !== '') ??
        (await server.ended).error?.message ??
        '';
      throw new StartError(`Redis startet nicht: ${cause}`);
    }
    await delay(200);
  }
}

function configuration(options: RedisOptions, port: number, password: string): string {
  const lines = [
    `port ${port}`,
    'bind 127.0.0.1',
    `requirepass ${password}`,
    `dir "${options.dataDir.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`,
    `databases ${redisDatabases}`,
    'save ""',
    'maxmemory-policy noeviction', // a queue must never lose a job to make room
    ...(options.durable ? ['appendonly yes', 'appendfsync everysec'] : ['appendonly no']),
  ];
  return `${lines.join('\n')}\n`;
}

async function answers(server: OwnedProcess, url: string, deadline: number): Promise<boolean> {
  const gone = new AbortController();
  void server.ended.then(() => gone.abort());
  const client = new Redis(url, {
    lazyConnect: true,
    retryStrategy: null,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
  });
  client.on('error', () => undefined);
  try {
    while (!gone.signal.aborted && Date.now() < deadline) {
      try {
        await client.connect();
        return (await client.ping()) === 'PONG';
      } catch {
        await delay(10);
      }
    }
    return false;
  } finally {
    client.disconnect();
  }
}
