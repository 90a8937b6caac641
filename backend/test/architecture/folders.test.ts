import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));

interface Import {
  from: string;
  to: string;
}

/** A feature's list of its own tables, which all of its folders ask through. It takes the types of their entities and nothing else. */
const isListOfTables = (path: string) => /^backend\/src\/([^/]+)\/\1\.tables\.ts$/.test(path);

/** All imports between files of `backend/src`, also those of types, as paths within the repository; not those of lists of tables. */
function readImports(): Import[] {
  const files = globSync('backend/src/**/*.ts', { cwd: root }).filter(
    (path) => !path.endsWith('.test.ts') && !isListOfTables(path),
  );
  return files.flatMap((from) =>
    ts
      .preProcessFile(readFileSync(join(root, from), 'utf8'))
      .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
      .map(({ fileName }) => ({ from, to: join(from, '..', fileName) })),
  );
}

/** A folder of a feature, or a file that lies beside its folders: `payments/orders`, `payments/payments.events.ts`. */
function placeOf(path: string): string | null {
  const [, feature, rest] = /^backend\/src\/([^/]+)\/(.+)$/.exec(path) ?? [];
  return feature && rest ? `${feature}/${rest.split('/')[0]!.replace(/\.js$/, '.ts')}` : null;
}

/**
 * Groups of places within one feature that import each other, directly or through others; sorted, each named once.
 * Circles of files that lie in one folder are the business of the rule `no-circles`.
 */
function circlesOf(imports: Import[]): string[][] {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [a, b] = [placeOf(from), placeOf(to)];
    if (a && b && a !== b && a.split('/')[0] === b.split('/')[0]) next.set(a, (next.get(a) ?? new Set()).add(b));
  }
  const reachable = (start: string) => {
    const found = new Set<string>();
    const open = [...(next.get(start) ?? [])];
    for (let place = open.pop(); place !== undefined; place = open.pop()) {
      if (found.has(place)) continue;
      found.add(place);
      open.push(...(next.get(place) ?? []));
    }
    return found;
  };
  const reach = new Map([...next.keys()].map((place) => [place, reachable(place)]));
  const circles = [...reach.keys()]
    .filter((place) => reach.get(place)!.has(place))
    .map((place) =>
      [...reach.keys()].filter((other) => reach.get(place)!.has(other) && reach.get(other)!.has(place)).toSorted(),
    );
  const isFolder = (place: string) => !place.endsWith('.ts');
  return [...new Map(circles.map((circle) => [circle.join(' '), circle])).values()].filter((circle) =>
    circle.some(isFolder),
  );
}

describe('folders within a feature', () => {
  test('form a line: none imports another that imports it', () => {
    const imports = readImports();
    expect(imports.length).toBeGreaterThan(1000);
    expect(circlesOf(imports)).toEqual([]);
  });

  test('lists of tables take types of entities and nothing else of their feature', () => {
    const lists = globSync('backend/src/*/*.tables.ts', { cwd: root }).filter(isListOfTables);
    expect(lists.length).toBeGreaterThan(10);
    for (const list of lists) {
      const lines = readFileSync(join(root, list), 'utf8').match(/^import [^;]*;/gm) ?? [];
      const own = lines.filter((line) => line.includes("from './"));
      expect(own.length, list).toBeGreaterThan(0);
      expect(own.filter((line) => !/^import type .*\.entity\.js';$/.test(line))).toEqual([]);
    }
  });

  const file = (place: string) => `backend/src/payments/${place}`;
  test.each([
    [
      'two folders',
      [
        ['orders/a.ts', 'debts/b.ts'],
        ['debts/c.ts', 'orders/d.ts'],
      ],
      ['payments/debts', 'payments/orders'],
    ],
    [
      'a folder and a file beside it',
      [
        ['orders/a.ts', 'payments.views.ts'],
        ['payments.views.ts', 'orders/b.ts'],
      ],
      ['payments/orders', 'payments/payments.views.ts'],
    ],
    [
      'three folders',
      [
        ['orders/a.ts', 'debts/b.ts'],
        ['debts/b.ts', 'holds/c.ts'],
        ['holds/d.ts', 'orders/e.ts'],
      ],
      ['payments/debts', 'payments/holds', 'payments/orders'],
    ],
  ])('a circle of %s is found', (_, planted, circle) => {
    expect(circlesOf(planted.map(([from, to]) => ({ from: file(from!), to: file(to!) })))).toEqual([circle]);
  });
});
