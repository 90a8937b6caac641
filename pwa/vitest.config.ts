import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, mergeConfig } from 'vitest/config';
import viteConfig from './vite.config.js';

/**
 * What a file of tests says that needs modules and page for itself: a database that others would find, or modules that are loaded anew,
 * beside which the earlier ones would go on listening.
 */
const NEEDS_ITS_OWN = /test\/upload-queues|vi\.resetModules/;
/** What a file says that shows no screen and needs a document nevertheless. */
const NEEDS_A_DOCUMENT = /@vitest-environment jsdom/;
const folder = import.meta.dirname;
const files = globSync('{src,scripts,test}/**/*.test.{ts,tsx,mjs}', { cwd: folder }).map((path) => {
  const text = readFileSync(join(folder, path), 'utf8');
  return { path, hasDocument: path.endsWith('.tsx') || NEEDS_A_DOCUMENT.test(text), isAlone: NEEDS_ITS_OWN.test(text) };
});
/** What waits for the clocks of a document is tried once more in a whole run, which names those that needed it. */
const retry = process.env.CI ? 1 : 0;
/** Loading what they test and making a document take longer than the tests: files share both, but for those that need their own. `test/setup-screens.ts` makes each leave both as it found them. */
const project = (name: string, hasDocument: boolean, isAlone: boolean) => ({
  extends: true as const,
  test: {
    name,
    include: files
      .filter((file) => file.hasDocument === hasDocument && file.isAlone === isAlone)
      .map(({ path }) => path),
    environment: hasDocument ? 'jsdom' : 'node',
    isolate: isAlone,
    retry: hasDocument ? retry : 0,
  },
});

export default defineConfig((env) =>
  mergeConfig(viteConfig(env), {
    test: {
      setupFiles: ['./test/setup.ts'],
      projects: [
        project('screens', true, false),
        project('logic', false, false),
        project('screens alone', true, true),
        project('logic alone', false, true),
      ],
      css: { modules: { classNameStrategy: 'non-scoped' } },
      maxWorkers: 2,
      // Beside the tests of faults the machine has other things to do: only what hangs takes this long, in milliseconds.
      testTimeout: 60_000,
      hookTimeout: 60_000,
      expect: { poll: { timeout: 20_000 } },
    },
  }),
);
