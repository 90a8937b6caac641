import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { afterAll, describe, expect, it } from 'vitest';
import { STYLE_SEED } from '../../src/styles/style-seed.js';
import { longTest } from '../support/long-test.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const page = readFileSync(join(root, 'docs/contributing.md'), 'utf8');
const sectionOf = (heading: string): string => {
  const [, after = ''] = page.split(`\n## ${heading}\n`);
  return after.split('\n## ')[0]!;
};

describe('«Add a language»', () => {
  const section = sectionOf('Add a language');
  const named = [...section.matchAll(/`((?:backend|pwa)\/[\w./-]+)`/g)].map(([, path]) => path!);
  const isNamed = (file: string) => named.some((path) => file === path || file.startsWith(`${path}/`));
  /** A language written into code, where a choice would have to stand. */
  const fixed = /\bde[-_](?:CH|DE)\b|['"]de['"]/;
  const sources = globSync(['backend/src/**/*.ts', 'pwa/src/**/*.{ts,tsx}', 'pwa/scripts/*.ts', 'pwa/index.html'], {
    cwd: root,
    exclude: ['**/*.test.*', '**/*.gen.ts'],
  });

  it('names each file that has the language written into it', () => {
    const withLanguage = sources.filter((file) => fixed.test(readFileSync(join(root, file), 'utf8')));
    expect(withLanguage).toContain('pwa/src/lib/language/index.ts');
    expect(withLanguage.filter((file) => !isNamed(file))).toEqual([]);
  });

  it('would not name another one', () => {
    expect(fixed.test("new Intl.NumberFormat('de-CH')")).toBe(true);
    expect(fixed.test("found[1] === 'de-DE'")).toBe(true);
    expect(isNamed('pwa/src/features/dashboard/tiles.tsx')).toBe(false);
  });
});

describe('«Add an email»', () => {
  const tests = readFileSync(join(root, 'backend/test/unit/emails.test.ts'), 'utf8');
  /** What writes an email gives an EmailContent: functions of `export const …Emails`, and functions of their own. */
  const writers = globSync('backend/src/notifications/emails/*-emails.ts', { cwd: root }).flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    const group = /^export const (\w+) = \{$/m.exec(source)?.[1];
    const ofGroup = source.matchAll(/^  (\w+): \((?:(?!^  \w+: \()[^])*?\): EmailContent =>/gm);
    const single = source.matchAll(/^export function (\w+)\([^]*?\): EmailContent \{$/gm);
    return [...[...ofGroup].map(([, name]) => `${group}.${name}`), ...[...single].map(([, name]) => name!)];
  });
  const untested = (text: string) => writers.filter((writer) => !text.includes(`${writer}(`));

  it('no email is written that its test does not look at', () => {
    expect(writers.length).toBeGreaterThan(20);
    expect(untested(tests)).toEqual([]);
  });

  it('one that is left out is named', () =>
    expect(untested(tests.replaceAll(`${writers[0]!}(`, ''))).toEqual([writers[0]]));
});

describe('«Add a style»', () => {
  const [, step = ''] = sectionOf('Add a style').split('The counts of scenes and styles:');
  const named = [...step.split('\n7. ')[0]!.matchAll(/`((?:backend|pwa)\/[\w./-]+\.test\.tsx?)`/g)].map(
    ([, path]) => path!,
  );

  it.each(named)('names a file that has the count of styles in it: %s', (file) =>
    expect(readFileSync(join(root, file), 'utf8')).toContain(`toHaveLength(${STYLE_SEED.length})`),
  );

  it('names each of them', () => expect(named).toHaveLength(3));
});

describe('every recipe', () => {
  it.each([
    'Run one test',
    'Debug',
    'Profile',
    'Add a style',
    'Add a language',
    'Add an email',
    'Add a field to an API answer',
    'Change a price',
    'Add a payment provider',
  ])('is there: %s', (heading) => expect(sectionOf(heading).length).toBeGreaterThan(400));

  it('runs tests that exist', () => {
    const patterns = [...page.matchAll(/npm test -- ([\w/ -]+)/g)]
      .flatMap(([, words]) => words!.trim().split(/\s+/))
      .filter((word) => word !== 'PATTERN' && word !== 'FEATURE');
    const tests = globSync('{backend,pwa,sdk}/**/*.{test,spec}.{ts,tsx,mjs}', {
      cwd: root,
      exclude: ['**/node_modules', '**/dist', '**/build'],
    });
    expect(patterns.length).toBeGreaterThan(10);
    expect(patterns.filter((pattern) => !tests.some((file) => file.includes(pattern)))).toEqual([]);
  });
});

describe('every command', () => {
  const scriptsOf = (folder: string) =>
    JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
      name: string;
      scripts: Record<string, string>;
    };
  const workspaces = ['backend', 'backend/studio', 'backend/emulators', 'sdk', 'pwa'].map(scriptsOf);
  const top = Object.keys(scriptsOf('.').scripts);
  const called = [...page.matchAll(/npm run ([a-z]+)/g)].map(([, name]) => name!);
  const filtered = [...page.matchAll(/pnpm --filter (\S+) run (\w+)/g)].map(([, workspace, script]) => [
    workspace!,
    script!,
  ]);

  it('of the top folder is one of its scripts', () => {
    expect(called.length).toBeGreaterThan(10);
    expect(called.filter((name) => !top.includes(name))).toEqual([]);
  });

  it('of a workspace is one of its scripts', () => {
    expect(filtered.length).toBeGreaterThan(2);
    const unknown = filtered.filter(
      ([workspace, script]) =>
        !workspaces.some(({ name, scripts }) => name === workspace && Object.keys(scripts).includes(script!)),
    );
    expect(unknown).toEqual([]);
  });
});

describe('«npm run migration -- NAME», in a copy', () => {
  const copy = mkdtempSync(join(tmpdir(), 'migration-'));
  const folder = join(copy, 'backend/src/migrations');
  cpSync(join(root, 'backend/bootstrap'), join(copy, 'backend/bootstrap'), { recursive: true });
  cpSync(join(root, 'backend/src/migrations'), folder, { recursive: true });
  cpSync(join(root, 'backend/package.json'), join(copy, 'backend/package.json'));
  symlinkSync(join(root, 'backend/node_modules'), join(copy, 'backend/node_modules'));
  afterAll(() => rmSync(copy, { recursive: true }));

  const migration = (name: string) =>
    spawnSync(process.execPath, ['backend/bootstrap/migration.mjs', name], { cwd: copy, encoding: 'utf8' });
  const newest = () =>
    readdirSync(folder)
      .filter((file) => file.startsWith('Migration'))
      .sort()
      .at(-1)!;
  /** Texts that were compiled already, by file. */
  const compiled = new Map<string, string>();
  /** Compiles the migrations as the build does, those that are new or were changed, then asks for `call` of the copy's migrations.mjs. */
  const afterBuild = (call: 'checkMigrations' | 'recordMigrations') => {
    const build = join(copy, 'backend/build/migrations');
    mkdirSync(build, { recursive: true });
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.ts'))) {
      const source = readFileSync(join(folder, file), 'utf8');
      if (compiled.get(file) === source) continue;
      compiled.set(file, source);
      const { outputText } = ts.transpileModule(source, {
        compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 },
      });
      writeFileSync(join(build, file.replace(/\.ts$/, '.js')), outputText);
    }
    const script = `import { ${call} } from './backend/bootstrap/migrations.mjs'; console.log(JSON.stringify(await ${call}() ?? null));`;
    return JSON.parse(
      execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: copy, encoding: 'utf8' }),
    ) as { code: number; output: string } | null;
  };

  longTest(
    'writes one after the latest; the check asks for its checksum, then for it to stay',
    () => {
      const before = newest();
      const { status, stdout } = migration('made-by-this-test');
      expect({ status, stdout }).toMatchObject({ status: 0, stdout: expect.stringContaining('made_by_this_test.ts') });
      const file = newest();
      expect(file > before && file.endsWith('_made_by_this_test.ts')).toBe(true);
      const path = join(folder, file);
      const sql = 'alter table "generation" add column "note" varchar(200) null';
      writeFileSync(path, readFileSync(path, 'utf8').replace('select 1', sql));

      expect(afterBuild('checkMigrations')).toMatchObject({ code: 1, output: expect.stringContaining('npm run gen') });
      afterBuild('recordMigrations');
      expect(afterBuild('checkMigrations')).toEqual({ code: 0, output: '' });
      writeFileSync(path, readFileSync(path, 'utf8').replace('varchar(200)', 'varchar(300)'));
      expect(afterBuild('checkMigrations')).toMatchObject({ code: 1, output: expect.stringContaining('nachträglich') });
    },
    60_000,
  );

  it.each(['', 'Note', 'a;rm', 'foundation'])('refuses the name «%s»', (name) => {
    const before = newest();
    expect(migration(name).status).toBe(1);
    expect(newest()).toBe(before);
    expect(existsSync(join(folder, before))).toBe(true);
  });
});
