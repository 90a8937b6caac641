import { defineConfig } from 'vitest/config';
import { LongestFirst } from '../test/support/longest-first.js';

const timeout = 120_000;

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['test/built-studio.mjs'],
    testTimeout: timeout,
    hookTimeout: timeout,
    sequence: { sequencer: LongestFirst },
    // Two at a time, but with nothing else: they measure memory and have threads of their own.
    maxWorkers: 2,
  },
});
