import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';
import { packed, sdkFolder } from './support/packed.js';

const LARGEST_GZIPPED = 15_000;

test('holds what is imported, and nothing of how it is made', async () => {
  const { files } = await packed();
  const { exports } = JSON.parse(await readFile(join(sdkFolder, 'package.json'), 'utf8')) as {
    exports: Record<string, Record<string, string> | string>;
  };
  const paths = files.map(({ path }) => path);
  const promised = Object.values(exports).flatMap((place) =>
    typeof place === 'string' ? [place] : Object.values(place),
  );
  expect(paths).toEqual(expect.arrayContaining(promised.map((path) => path.replace('./', ''))));
  expect(paths).toEqual(
    expect.arrayContaining(['LICENSE', 'guides/quick-start.md', 'examples/node-script/portraits.mjs']),
  );
  expect(
    paths.filter(
      (path) =>
        !/^(dist\/.*\.(js|d\.ts)|guides\/[\w-]+\.md|examples\/[\w./-]+|package\.json|README\.md|CHANGELOG\.md|LICENSE)$/.test(
          path,
        ),
    ),
  ).toEqual([]);
});

test('is found by every way of importing it, with its types', async () => {
  const { archive } = await packed();
  const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(await readFile(archive))));
  // It is ESM only: CommonJS reaches it by `import()`, and by `require` from Node 20.19 on.
  const expected = new Set(['NoResolution node10', 'CJSResolvesToESM node16-cjs']);
  const problems = analysis.types
    ? analysis.problems.map(
        (problem) => `${problem.kind}${'resolutionKind' in problem ? ` ${problem.resolutionKind}` : ''}`,
      )
    : ['no types'];
  expect(problems.filter((problem) => !expected.has(problem))).toEqual([]);
});

test('is reached from CommonJS, each entry by `require`', async () => {
  const program = `
    const { createClient, BildnisError } = require('@bildnis/sdk');
    const entries = ['resources', 'node', 'webhooks', 'facts', 'admin'].map((name) => require('@bildnis/sdk/' + name));
    const client = createClient({ baseUrl: 'http://127.0.0.1:1', maxRetries: 0 });
    client.listStyles().catch((error) => {
      console.log(error instanceof BildnisError, error.code, entries.map((entry) => Object.keys(entry).length > 0).join());
    });`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=commonjs', '-e', program], {
    cwd: sdkFolder,
  });
  expect(stdout.trim()).toBe('true network true,true,true,true,true');
});

test('can be published as it is: npm corrects nothing and misses nothing', async () => {
  const { stderr } = await promisify(execFile)('npm', ['publish', '--dry-run', '--offline', '--ignore-scripts'], {
    cwd: sdkFolder,
  });
  const warnings = stderr.split('\n').filter((line) => /^npm (?:warn|error)/.test(line) && !line.includes('logged in'));
  expect(warnings).toEqual([]);
});

test('keeps the rules of packages', async () => {
  const { archive } = await packed();
  const tarball = new Uint8Array(await readFile(archive)).buffer;
  const { messages } = await publint({ strict: true, pack: { tarball } });
  expect(messages).toEqual([]);
});

test('weighs little, apart from the live part, and nothing of Node comes along', async () => {
  const bundle = await rolldown({
    input: join(sdkFolder, 'dist', 'index.js'),
    external: ['socket.io-client'],
    platform: 'browser',
  });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  const code = output.map((file) => ('code' in file ? file.code : '')).join('');
  expect(code).not.toMatch(/from\s*["']node:/);
  const weight = gzipSync(code).length;
  expect(weight).toBeGreaterThan(3_000);
  expect(weight).toBeLessThanOrEqual(LARGEST_GZIPPED);
});
