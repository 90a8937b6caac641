import { defineConfig } from 'vitest/config';

const engineTimeout = 120_000;

export default defineConfig({
  test: {
    reporters: ['default'],
    projects: [
      { test: { name: 'unit', include: ['src/**/*.test.ts', 'test/unit/**/*.test.ts'], environment: 'node' } },
      { test: { name: 'embedded', include: ['test/embedded/**/*.test.ts'], environment: 'node', testTimeout: 60_000 } },
      { test: { name: 'architecture', include: ['test/architecture/**/*.test.ts'], environment: 'node', testTimeout: 120_000 } },
      {
        test: {
          name: 'engine',
          include: ['test/engine/**/*.test.ts'],
          environment: 'node',
          testTimeout: engineTimeout,
          hookTimeout: engineTimeout,
          fileParallelism: false,
        },
      },
    ],
  },
});
