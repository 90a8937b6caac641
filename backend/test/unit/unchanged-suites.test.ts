import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { suites } from '../../bootstrap/suites.mjs';
import { UnchangedSuites } from '../../bootstrap/unchanged-suites.mjs';
import { root } from '../../bootstrap/workspace.mjs';

const folder = mkdtempSync(join(tmpdir(), 'bildnis-unchanged-'));
afterAll(() => rmSync(folder, { recursive: true }));

const source = join(folder, 'source.ts');
const suite = { name: 'Tests one', reads: [relative(root, source)] };
const passed = new Map([['one.test.ts', ['adds up']]]);
const local = () => new UnchangedSuites(true, join(folder, 'remembered'));

function pass(): void {
  const before = local();
  before.remember(suite, before.begin(suite), passed);
}

describe('a suite of a local run', () => {
  test('is skipped while what it reads is as it was when it passed, and its tests count as passed', () => {
    writeFileSync(source, 'one');
    expect(local().passedBefore(suite)).toBeNull();
    pass();
    expect(local().passedBefore(suite)).toEqual(passed);
    writeFileSync(source, 'two');
    expect(local().passedBefore(suite)).toBeNull();
    writeFileSync(source, 'one');
    expect(local().passedBefore(suite)).toEqual(passed);
  });

  test('runs again when it was begun and did not pass', () => {
    pass();
    local().begin(suite);
    expect(local().passedBefore(suite)).toBeNull();
  });

  test('runs again when a source was changed while it ran', () => {
    const before = local();
    const files = before.begin(suite);
    writeFileSync(source, 'three');
    before.remember(suite, files, passed);
    expect(local().passedBefore(suite)).toBeNull();
  });

  test('runs in CI whatever is remembered', () => {
    pass();
    expect(new UnchangedSuites(false, join(folder, 'remembered')).passedBefore(suite)).toBeNull();
  });
});

test('every suite reads its own workspace', () => {
  for (const { name, folder: workspace, reads } of suites)
    expect(
      reads.some((place) => workspace === place || workspace.startsWith(`${place}/`)),
      name,
    ).toBe(true);
});
