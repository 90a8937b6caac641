import { defineConfig } from 'vitest/config';

/** These tests wait for sockets and clocks beside other suites: in a whole run they are tried once more, and the summary says so. */
const retry = process.env.CI ? 1 : 0;

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    environment: 'node',
    testTimeout: 60_000,
    retry,
    // Libraries are loaded, and the vendors' contracts compiled, once for all the files of a worker.
    isolate: false,
  },
});
