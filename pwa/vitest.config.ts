import { defineConfig, mergeConfig } from 'vitest/config';
import viteConfig from './vite.config.js';

export default defineConfig((env) =>
  mergeConfig(viteConfig(env), {
    test: {
      environment: 'jsdom',
      include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.{ts,tsx}'],
      setupFiles: ['./test/setup.ts'],
      css: { modules: { classNameStrategy: 'non-scoped' } },
      maxWorkers: 2,
      // Beside the tests of faults the machine has other things to do: only what hangs takes this long, in milliseconds.
      testTimeout: 60_000,
      expect: { poll: { timeout: 20_000 } },
    },
  }),
);
