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
      // What hangs takes this long; the rest takes what a busy machine needs.
      testTimeout: 60_000,
    },
  }),
);
