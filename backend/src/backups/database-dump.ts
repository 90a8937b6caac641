import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';

/** One of PostgreSQL's own programs could not do its work. */
export class DumpFailed extends Error {}

const SCRATCH = 'bildnis_check_';

/** Of one installation, also of its scratch database: what it left behind when it was killed can be told from what others are at. */
function tagOf(url: string): string {
  const { pathname, host } = new URL(url);
  if (pathname.startsWith(`/${SCRATCH}`)) return pathname.slice(SCRATCH.length + 1);
  return createHash('sha256')
    .update(host + pathname)
    .digest('hex')
    .slice(0, 10);
}

const FOLDER = 'bildnis-backup-';

/** Does something with a folder that goes afterwards. */
export async function withFolder<T>(url: string, act: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), `${FOLDER}${tagOf(url)}-`));
  try {
    return await act(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes what a backup that was killed has left in the clear. Only under the lock: else one is at it. */
async function removeLeftovers(url: string): Promise<void> {
  for (const name of await readdir(tmpdir()))
    if (name.startsWith(`${FOLDER}${tagOf(url)}-`)) await rm(join(tmpdir(), name), { recursive: true, force: true });
  await ask(url, `drop database if exists ${scratchName(url)} with (force)`).catch(() => undefined);
}

/**
 * Runs one of PostgreSQL's programs with a database. The password goes by a file of its own: arguments and environments can be read by others
 * on a machine.
 */
function run(program: 'pg_dump' | 'pg_restore', words: string[], url: string, signal?: AbortSignal): Promise<void> {
  return withFolder(url, async (folder) => {
    const address = new URL(url);
    const passfile = join(folder, 'pgpass');
    const given = address.searchParams.get('password') ?? decodeURIComponent(address.password);
    const password = given.replaceAll(/[\\:]/g, String.raw`\$&`);
    await writeFile(passfile, `*:*:*:*:${password}\n`, { mode: 0o600 });
    address.password = '';
    address.searchParams.delete('password');
    address.searchParams.set('passfile', passfile);
    await spawned(program, ['-d', address.href, ...words], signal);
  });
}

/** What PostgreSQL says is wrong, without the row of a customer that it may quote. */
const reasonIn = (said: string): string | undefined => /error: (.*)/.exec(said)?.[1];

function spawned(program: string, words: string[], signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, {
      stdio: ['ignore', 'ignore', 'pipe'],
      ...(signal ? { signal } : {}),
    });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(0, 10_000)));
    child.once('error', (error) => reject(new DumpFailed(`${program}: ${error.message}`)));
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new DumpFailed(`${program}: ${reasonIn(said) ?? `ended with ${code}`}`)),
    );
  });
}

/** Writes a database to a file as it is at one moment. @param emptied tables whose rows are left out */
export function dumpDatabase(
  url: string,
  file: string,
  emptied: readonly string[],
  signal?: AbortSignal,
): Promise<void> {
  const without = emptied.map((table) => `--exclude-table-data=${table}`);
  // Behind a migration it waits no longer than this, and nothing queues behind both.
  const words = ['--format=custom', '--no-owner', '--no-privileges', '--lock-wait-timeout=60s', ...without, '-f', file];
  return run('pg_dump', words, url, signal);
}

/** Fills an empty database from a dump; whole, or not at all. */
export const restoreDump = (file: string, url: string, signal?: AbortSignal): Promise<void> =>
  run('pg_restore', ['--no-owner', '--no-privileges', '--single-transaction', '--exit-on-error', file], url, signal);

const scratchName = (url: string): string => `${SCRATCH}${tagOf(url)}`;

/** Does something with a database that is made for it beside the given one, and goes afterwards. */
export async function withScratchDatabase<T>(url: string, act: (scratchUrl: string) => Promise<T>): Promise<T> {
  const scratch = new URL(url);
  const name = scratchName(url);
  scratch.pathname = `/${name}`;
  await ask(url, `create database ${name} template template0`);
  try {
    return await act(scratch.href);
  } finally {
    await ask(url, `drop database if exists ${name} with (force)`);
  }
}

async function ask(url: string, sql: string): Promise<{ rows: Record<string, unknown>[] }> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Any number: one backup at a time, and none beside a migration. */
export const BACKUP_LOCK = 7_219_403;

/**
 * Does something that no other process does at the same time with this database.
 * @param act is told by its signal to stop: where `stop` says so, or the lock is lost
 * @returns null where another one is at it
 */
export async function withBackupLock<T>(
  url: string,
  stop: AbortSignal,
  act: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> {
  const lost = new AbortController();
  const client = new Client({ connectionString: url, keepAlive: true });
  client.on('error', (error) => lost.abort(error));
  await client.connect();
  try {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [BACKUP_LOCK]);
    if (!rows[0]!.taken) return null;
    await removeLeftovers(url);
    return await act(AbortSignal.any([stop, lost.signal]));
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** When the first migration was made: of one installation, also after a restore, and of no other. Null for an empty database. */
export async function installationOf(url: string): Promise<string | null> {
  if (await isEmptyDatabase(url)) return null;
  const { rows } = await ask(
    url,
    'select (extract(epoch from min(executed_at)) * 1000)::bigint::text as id from migration',
  );
  return rows[0]!['id'] as string | null;
}

/** Whether a database has no table yet. */
export async function isEmptyDatabase(url: string): Promise<boolean> {
  const { rows } = await ask(url, "select 1 from pg_tables where schemaname = 'public' limit 1");
  return rows.length === 0;
}
