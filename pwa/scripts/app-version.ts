import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What a build is made of. */
const SOURCES = [
  'pwa/src',
  'pwa/public',
  'pwa/scripts',
  'pwa/index.html',
  'pwa/package.json',
  'pwa/vite.config.ts',
  'sdk/src',
  'openapi',
  'tsconfig.base.json',
  'pnpm-lock.yaml',
];
/** Tests, and what the build itself writes among its sources. */
const LEFT_OUT = /\.(?:test\.tsx?|gen\.ts)$/;

function filesIn(path: string): string[] {
  if (!statSync(join(root, path)).isDirectory()) return LEFT_OUT.test(path) ? [] : [path];
  return readdirSync(join(root, path))
    .toSorted()
    .flatMap((name) => filesIn(`${path}/${name}`));
}

/** Names the version of the app: the same sources give the same 12 characters, wherever and whenever they are built. */
export function appVersion(): string {
  const hash = createHash('sha256');
  for (const path of SOURCES.flatMap(filesIn)) hash.update(`\n${path}\n`).update(readFileSync(join(root, path)));
  return hash.digest('hex').slice(0, 12);
}
