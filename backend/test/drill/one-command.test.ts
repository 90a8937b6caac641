import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseUrlOf, EmbeddedRun, isRunning, until } from '../support/embedded-run.js';

/** The whole of Bildnis as one process tree, hurt in the ways a machine hurts it. The tests build on each other, in this order. */
describe('the one-command mode', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bildnis-drill-'));
  let run: EmbeddedRun;
  let url: string;

  beforeAll(async () => {
    run = new EmbeddedRun(folder);
    url = await run.ready();
  });

  afterAll(async () => {
    run.kill('SIGTERM');
    await run.ended;
    rmSync(folder, { recursive: true, force: true });
  });

  test('runs API, worker, PostgreSQL and Redis as processes of their own', async () => {
    expect(
      run
        .processes()
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(['API', 'PostgreSQL', 'Redis', 'Worker']);
    expect((await fetch(`${url}/api/v1/health/ready`)).status).toBe(200);
  });

  test('a second start on the same data says so in one line and leaves the first alone', async () => {
    const second = new EmbeddedRun(folder);
    expect(await second.ended).toBe(1);
    expect(second.output.stderr.trim().split('\n')).toEqual([expect.stringContaining('läuft Bildnis schon')]);
    expect(run.processes().every(isRunning)).toBe(true);
  });

  test('a busy port is named in one line, and nothing is left running', async () => {
    const other = mkdtempSync(join(tmpdir(), 'bildnis-drill-'));
    const second = new EmbeddedRun(other, { PORT: new URL(url).port });
    expect(await second.ended).toBe(1);
    expect(second.output.stderr.trim().split('\n')).toEqual([
      expect.stringContaining(`Port ${new URL(url).port} ist belegt`),
    ]);
    expect(second.processes()).toEqual([]);
    rmSync(other, { recursive: true, force: true });
  });

  test('a killed worker comes back', async () => {
    const killed = run.processes().find(({ name }) => name === 'Worker')!;
    process.kill(killed.pid, 'SIGKILL');
    const successor = () => run.processes().find(({ name, pid }) => name === 'Worker' && pid !== killed.pid);
    await until(() => successor() !== undefined && isRunning(successor()!));
  });

  test('after a kill -9 of the whole the next start finds the data', async () => {
    await inDatabase(folder, "create table kept as select 'still here' as word");
    const orphans = run.processes();
    run.kill('SIGKILL');
    await run.ended;
    run = new EmbeddedRun(folder);
    url = await run.ready();
    expect(await inDatabase(folder, 'select word from kept')).toEqual([{ word: 'still here' }]);
    expect(orphans.filter(isRunning)).toEqual([]);
  });

  test('a lost database ends the whole, with one line that names it', async () => {
    const all = run.processes();
    process.kill(all.find(({ name }) => name === 'PostgreSQL')!.pid, 'SIGKILL');
    expect(await run.ended).toBe(1);
    expect(run.output.stderr.trim().split('\n')).toEqual([
      expect.stringContaining('PostgreSQL ist unerwartet beendet'),
    ]);
    expect(all.filter(isRunning)).toEqual([]);
    run = new EmbeddedRun(folder);
    url = await run.ready();
  });

  test('SIGTERM and several Ctrl-C at once end everything in order, with exit code 0', async () => {
    const all = run.processes();
    expect(all).toHaveLength(4);
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGINT'] as const) run.kill(signal);
    expect(await run.ended).toBe(0);
    expect(all.filter(isRunning)).toEqual([]);
    expect(run.output.stderr).toBe('');
    expect(run.processes()).toEqual([]);
  });

  test.each(['secrets.json', 'ports.json', 'stripe/state.json'])(
    'a damaged %s is named in one line, with what to do, and the next start goes on once it is whole',
    async (name) => {
      const file = join(folder, name);
      const whole = readFileSync(file, 'utf8');
      writeFileSync(file, whole.slice(0, whole.length / 2));
      run = new EmbeddedRun(folder);
      expect(await run.ended).toBe(1);
      expect(run.output.stderr.trim().split('\n')).toEqual([
        expect.stringContaining(`Bildnis startet nicht: Die Datei «${file}» ist beschädigt.`),
      ]);
      writeFileSync(file, whole);
    },
  );
});

async function inDatabase(folder: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: databaseUrlOf(folder) });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
