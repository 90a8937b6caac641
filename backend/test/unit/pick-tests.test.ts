import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildsNeeded, pickSuites } from '../../bootstrap/pick-tests.mjs';
import { drills, suites as suitesOfTest, suitesOfFiles as suites } from '../../bootstrap/suites.mjs';

/** A repository with empty test files at these paths. */
function repository(...paths: string[]): string {
  const top = mkdtempSync(join(tmpdir(), 'bildnis-pick-'));
  for (const path of paths) {
    mkdirSync(dirname(join(top, path)), { recursive: true });
    writeFileSync(join(top, path), '');
  }
  return top;
}

const files = [
  'backend/src/credits/credits.test.ts',
  'backend/test/drill/worker-killed.test.ts',
  'backend/test/integration/credits-ledger.test.ts',
  'backend/node_modules/x/test/credits.test.ts',
  'pwa/src/ui/credits.test.tsx',
  'pwa/e2e/credits.spec.ts',
  'sdk/test/client.test.ts',
];

const pick = (...patterns: string[]) => pickSuites(suites, patterns, repository(...files));
const found = (...patterns: string[]) =>
  pick(...patterns).flatMap(({ folder, files: picked }) => picked.map((file: string) => `${folder}/${file}`));

describe('npm test -- PATTERN', () => {
  test('finds a part of a path in every workspace, and nothing that is installed', () => {
    expect(found('credits')).toEqual([
      'backend/src/credits/credits.test.ts',
      'backend/test/integration/credits-ledger.test.ts',
      'pwa/src/ui/credits.test.tsx',
      'pwa/e2e/credits.spec.ts',
    ]);
  });

  test('takes a path from the top of the repository, and several', () => {
    expect(found('backend/test/drill/worker', 'sdk/')).toEqual([
      'sdk/test/client.test.ts',
      'backend/test/drill/worker-killed.test.ts',
    ]);
  });

  test('finds nothing where nothing has that name', () => {
    expect(pick('no-such-test')).toEqual([]);
  });

  test.each([
    ['backend/src/credits', []],
    ['credits-ledger', ['backend']],
    ['pwa/src', ['sdk']],
    ['pwa/e2e', ['backend', 'sdk', 'pwa']],
  ])('builds only what %s runs', (pattern, builds) => {
    expect(buildsNeeded(pick(pattern))).toEqual(builds);
  });
});

describe('tests that are marked for the drill', () => {
  const argsOf = (list: typeof suites, name: string) => list.find((suite) => suite.name === name)?.args.join(' ');

  test.each(['Tests backend', 'Tests Studio', 'Tests im Browser'])(
    '%s: npm test leaves them out, the drill runs them alone',
    (name) => {
      expect(argsOf(suitesOfTest, name)).toMatch(/--(?:tags-filter=!|grep-invert=@)drill$/);
      expect(argsOf(drills, name.replace('Tests', 'Lange Tests'))).toMatch(/--(?:tags-filter=|grep=@)drill$/);
      expect(argsOf(suites, name)).not.toMatch(/(?:tags-filter|grep)/);
    },
  );

  test('every suite is either part of npm test or of the drill', () => {
    const names = (list: typeof suites) => list.map(({ name }) => name);
    expect([...names(suitesOfTest), ...names(drills)]).toEqual(expect.arrayContaining(names(suites)));
    expect(names(drills).filter((name) => names(suitesOfTest).includes(name))).toEqual([]);
  });
});
