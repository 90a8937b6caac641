import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** Prometheus' own checks of our alerts, by the tool of Debian's package: unpacked, since installing it would start a Prometheus. */
const folder = mkdtempSync(join(tmpdir(), 'bildnis-promtool-'));
const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));
let promtool = 'promtool';

beforeAll(() => {
  if (spawnSync(promtool, ['--version']).status === 0) return;
  execFileSync('apt-get', ['update', '-qq']);
  execFileSync('apt-get', ['download', '-qq', 'prometheus'], { cwd: folder });
  const [archive] = readdirSync(folder).filter((name) => name.endsWith('.deb'));
  execFileSync('dpkg-deb', ['-x', archive!, 'unpacked'], { cwd: folder });
  promtool = join(folder, 'unpacked/usr/bin/promtool');
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(...words: string[]): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(promtool, words, { encoding: 'utf8' });
  return { status, said: stdout + stderr };
}

test('Prometheus reads the rules', () => {
  const { status, said } = run('check', 'rules', path('../../../docker/observe/alerts.yaml'));
  expect({ status, said }).toEqual({ status: 0, said: expect.stringContaining('rules found') });
});

test('Prometheus reads its configuration', () => {
  const { status, said } = run('check', 'config', '--syntax-only', path('../../../docker/observe/prometheus.yaml'));
  expect({ status, said }).toEqual({ status: 0, said: expect.stringContaining('SUCCESS') });
});

test('they are raised when something is wrong, and only then', () => {
  const { status, said } = run('test', 'rules', path('alerts.yaml'));
  expect({ status, said }).toEqual({ status: 0, said: expect.stringContaining('SUCCESS') });
});
