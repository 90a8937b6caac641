import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';

const core = fileURLToPath(new URL('../../studio/core/tsconfig.json', import.meta.url));
const compiler = join(dirname(createRequire(import.meta.url).resolve('ts7/package.json')), 'bin/tsc');
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** What the compiler says of a file under the settings of the engine's core. */
function complaintsAbout(source: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'bildnis-core-'));
  folders.push(folder);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'planted.ts'), source);
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ extends: core, include: ['planted.ts'] }));
  try {
    execFileSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' });
    return '';
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

describe('the portrait engine’s core knows no Node', () => {
  test.each([
    ['Buffer', 'export const bytes = Buffer.from([1]);'],
    ['process', 'export const where = process.cwd();'],
    ['node:fs', "export { readFileSync } from 'node:fs';"],
    ['document', 'export const page = document.title;'],
  ])('%s does not compile', (name, source) => {
    expect(complaintsAbout(source)).toContain(name);
  });

  test('what browsers and Node share does', () => {
    expect(
      complaintsAbout("export const text: string = btoa(String.fromCharCode(...new Uint8Array(2))) + atob('');"),
    ).toBe('');
  });
});
