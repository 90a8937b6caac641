import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { configDefaults, defineConfig, mergeConfig } from 'vitest/config';
import viteConfig from './vite.config.js';

/**
 * What a file of tests says that needs modules and page for itself: a database that others would find, or modules that are loaded anew,
 * beside which the earlier ones would go on listening.
 */
const NEEDS_ITS_OWN = /fake-indexeddb|test\/(?:device|upload-queues)|vi\.resetModules/;
const folder = import.meta.dirname;
const alone = (ending: 'ts' | 'tsx') =>
  globSync(`{src,test}/**/*.test.${ending}`, { cwd: folder }).filter((file) =>
    NEEDS_ITS_OWN.test(readFileSync(join(folder, file), 'utf8')),
  );
/** Loading what they test takes longer than the tests: these files share it, and the page. `test/setup-screens.ts` makes each leave both as it found them. */
const together = (ending: 'ts' | 'tsx') => ({
  include: [`{src,test}/**/*.test.${ending}`],
  exclude: [...configDefaults.exclude, ...alone(ending)],
  isolate: false,
});

export default defineConfig((env) =>
  mergeConfig(viteConfig(env), {
    test: {
      setupFiles: ['./test/setup.ts'],
      // A document costs more time than most of the tests that need none: of those that show no screen, the ones that need it say so in their first line.
      projects: [
        { extends: true, test: { name: 'screens', ...together('tsx'), environment: 'jsdom' } },
        { extends: true, test: { name: 'logic', ...together('ts'), environment: 'node' } },
        { extends: true, test: { name: 'screens alone', include: alone('tsx'), environment: 'jsdom' } },
        { extends: true, test: { name: 'logic alone', include: alone('ts'), environment: 'node' } },
      ],
      css: { modules: { classNameStrategy: 'non-scoped' } },
      maxWorkers: 2,
      // Beside the tests of faults the machine has other things to do: only what hangs takes this long, in milliseconds.
      testTimeout: 60_000,
      expect: { poll: { timeout: 20_000 } },
    },
  }),
);
