import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';

/** One of PostgreSQL's own programs could not do its work. */
export class DumpFailed extends Error {}

/**
 * Runs one of PostgreSQL's programs with a database. The password goes by a file of its own: arguments and environments can be read by others
 * on a machine.
 */
async function run(program: 'pg_dump' | 'pg_restore', words: string[], url: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bildnis-password-'));
  try {
    const address = new URL(url);
    const passfile = join(folder, 'pgpass');
    const password = decodeURIComponent(address.password).replaceAll(/[\\:]/g, String.raw`\$&`);
    await writeFile(passfile, `*:*:*:*:${password}\n`, { mode: 0o600 });
    address.password = '';
    address.searchParams.set('passfile', passfile);
    await spawned(program, ['-d', address.href, ...words]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function spawned(program: string, words: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, { stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-2_000)));
    child.once('error', (error) => reject(new DumpFailed(`${program}: ${error.message}`)));
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new DumpFailed(`${program}: ${said.trim().split('\n').at(-1) ?? code}`)),
    );
  });
}

/** Writes a database to a file as it is at one moment. @param emptied tables whose rows are left out */
export function dumpDatabase(url: string, file: string, emptied: readonly string[]): Promise<void> {
  const without = emptied.map((table) => `--exclude-table-data=${table}`);
  return run('pg_dump', ['--format=custom', '--no-owner', '--no-privileges', ...without, '-f', file], url);
}

/** Fills an empty database from a dump; whole, or not at all. */
export const restoreDump = (file: string, url: string): Promise<void> =>
  run('pg_restore', ['--no-owner', '--no-privileges', '--single-transaction', '--exit-on-error', file], url);

/** Does something with a database that is made for it beside the given one, and goes afterwards. */
export async function withScratchDatabase<T>(url: string, act: (scratchUrl: string) => Promise<T>): Promise<T> {
  const scratch = new URL(url);
  const name = `bildnis_check_${randomBytes(6).toString('hex')}`;
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

/** Any number: one backup at a time. */
const BACKUP_LOCK = 7_219_403;

/** Does something that no other process does at the same time with this database. @returns null where one is at it */
export async function withBackupLock<T>(url: string, act: () => Promise<T>): Promise<T | null> {
  const client = new Client({ connectionString: url, keepAlive: true });
  await client.connect();
  try {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [BACKUP_LOCK]);
    return rows[0]!.taken ? await act() : null;
  } finally {
    await client.end();
  }
}

/** Whether a database has no table yet. */
export async function isEmptyDatabase(url: string): Promise<boolean> {
  const { rows } = await ask(url, "select 1 from pg_tables where schemaname = 'public' limit 1");
  return rows.length === 0;
}
