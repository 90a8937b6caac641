import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { findFreePort } from '../../src/embedded/ports.js';
import { until } from './until.js';

const PACKAGES = '/usr/lib/postgresql';

/** A PostgreSQL of Debian's packages with its own tools, for drills that need both of one version. */
export interface DebianPostgres {
  /** Makes a database and says its address. */
  createDatabase(name: string): Promise<string>;
  stop(): Promise<void>;
}

function programs(): string {
  if (!existsSync(PACKAGES)) {
    execFileSync('apt-get', ['update', '-qq']);
    execFileSync('apt-get', ['install', '-y', '-qq', 'postgresql']);
  }
  const newest = readdirSync(PACKAGES).toSorted((a, b) => Number(b) - Number(a))[0]!;
  return join(PACKAGES, newest, 'bin');
}

/** Starts one on a free port, in a folder of its own, as the system's user for it: it refuses to run as root. */
export async function startDebianPostgres(): Promise<DebianPostgres> {
  const bin = programs();
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' })));
  const folder = mkdtempSync(join(tmpdir(), 'bildnis-debian-postgres-'));
  chmodSync(folder, 0o755);
  const data = join(folder, 'data');
  mkdirSync(data);
  chownSync(data, uid!, gid!);
  const asUser = { uid: uid!, gid: gid!, cwd: folder };
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'bildnis', '--auth=trust', '-E', 'UTF8', '--locale=C'], asUser);
  const port = await findFreePort();
  const server = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), '-k', data, '-c', 'fsync=off'], {
    ...asUser,
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => server.once('close', resolve));
  const urlOf = (name: string) => `postgresql://bildnis@127.0.0.1:${port}/${name}`;
  const ask = async (sql: string): Promise<void> => {
    const client = new Client({ connectionString: urlOf('postgres') });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  };
  await until('PostgreSQL', () =>
    ask('select 1').then(
      () => true,
      () => null,
    ),
  );
  return {
    createDatabase: async (name) => {
      await ask(`create database ${name}`);
      return urlOf(name);
    },
    stop: async () => {
      server.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
