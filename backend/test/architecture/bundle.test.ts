import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

const dist = new URL('../../dist/', import.meta.url);
const folder = mkdtempSync(`${tmpdir()}/bildnis-bundle-`);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes what Node loads, when the process ends. */
const recorder = `data:text/javascript,${encodeURIComponent(`
import { registerHooks } from 'node:module';
const loaded = new Set();
registerHooks({ load(url, context, next) { loaded.add(url); return next(url, context); } });
process.on('exit', () => process.stdout.write('\\n' + JSON.stringify([...loaded])));`)}`;

/** What was started before, by its words. */
const known = new Map<string, string[]>();

/** The files that a process loads which has no settings: all it imports, before it ends for want of them. */
function loadedBy(...words: string[]): string[] {
  const name = words.join(' ');
  const files = known.get(name) ?? filesOf(words);
  known.set(name, files);
  return files;
}

function filesOf(words: string[]): string[] {
  const { stdout } = spawnSync(process.execPath, ['--import', recorder, ...words], {
    env: { PATH: process.env['PATH'] },
    encoding: 'utf8',
  });
  const urls = JSON.parse(stdout.slice(stdout.lastIndexOf('\n'))) as string[];
  return urls.filter((url) => url.startsWith('file:'));
}

const entry = (name: string): string => fileURLToPath(new URL(`${name}.js`, dist));
const packageOf = (url: string): string => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? '';

/** Of these a process must have one of each, so all of them are in the bundle. */
const ONCE = /^(?:@nestjs\/|@mikro-orm\/|nestjs-pino$|rxjs$|kysely$|zod$|pg$|socket\.io$|stripe$)/;

test.each([
  ['the API', [entry('main')], 120],
  ['the worker', [entry('worker')], 280],
  ['a command', [entry('migrate')], 120],
  ['the supervisor', ['--eval', `await import(${JSON.stringify(new URL('embedded.js', dist).href)})`], 100],
  ['the contract, which makes the whole API', [entry('write-openapi'), folder], 160],
])('%s loads a few files, and no library beside the one it has in itself', (_, words, most) => {
  const files = loadedBy(...words);
  expect(files.length).toBeGreaterThan(3);
  expect(files.length).toBeLessThan(most);
  expect(files.map(packageOf).filter((name) => ONCE.test(name))).toEqual([]);
});

test('the API has nothing in it that decodes pictures', () => {
  expect(loadedBy(entry('main')).map(packageOf)).not.toContain('sharp');
});

/** Called so by its library already; nothing is known by its name. */
const CALLED_SO_BEFORE = /^(?:MeterProvider|Tracer|TracerProvider)\$1/;

test('a class that had to be called otherwise among so many still says its own name: entities are known by it', () => {
  const code = readdirSync(dist, { recursive: true, encoding: 'utf8' }).flatMap((file) =>
    file.endsWith('.js') ? readFileSync(new URL(file, dist), 'utf8') : [],
  );
  const renamed = code.flatMap((text) => [
    ...text.matchAll(/(?:class \w+\$\d+|\w+\$\d+ = class)\b[^{]*\{\s*(static \{\s*__name\(this, "\w+"\))?/g),
  ]);
  expect(renamed.length).toBeGreaterThan(0);
  expect(renamed.filter(([text, name]) => !name && !CALLED_SO_BEFORE.test(text)).map(([text]) => text)).toEqual([]);
});
