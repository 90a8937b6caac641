import { defineConfig, mergeConfig } from 'vitest/config';
import viteConfig from './vite.config.js';

export default defineConfig((env) =>
  mergeConfig(viteConfig(env), {
    test: {
      setupFiles: ['./test/setup.ts'],
      // A document costs more time than most of the tests that need none: of those that show no screen, the ones that need it say so in their first line.
      projects: [
        { extends: true, test: { name: 'screens', include: ['{src,test}/**/*.test.tsx'], environment: 'jsdom' } },
        // Loading what they test takes longer than the tests: their files share it.
        {
          extends: true,
          test: { name: 'logic', include: ['{src,test}/**/*.test.ts'], environment: 'node', isolate: false },
        },
      ],
      css: { modules: { classNameStrategy: 'non-scoped' } },
      maxWorkers: 2,
      // Beside the tests of faults the machine has other things to do: only what hangs takes this long, in milliseconds.
      testTimeout: 60_000,
      expect: { poll: { timeout: 20_000 } },
    },
  }),
);
