import { defineConfig } from 'vitest/config';
import { DRILL } from '../test/support/drill-tag.js';
import { LongestFirst } from '../test/support/longest-first.js';

const timeout = 120_000;

const shared = {
  environment: 'node' as const,
  globalSetup: ['test/built-studio.mjs'],
  testTimeout: timeout,
  hookTimeout: timeout,
  // The libraries, the face models and the drawings are loaded once for all the files of a worker.
  isolate: false,
  // Two at a time, but with nothing else: they measure memory and have threads of their own.
  maxWorkers: 2,
};

/** What judges photos, cutouts, scenes and portraits, of which `npm test` sees a sample. */
const JUDGES = [
  'agreement',
  'device-cutouts',
  'do-no-harm',
  'expression',
  'house-figure',
  'known-mattes',
  'matte',
  'matting-network',
  'photo-inspection',
  'portrait-quality',
  'portrait-runs',
  'quality-tool',
  'scenes',
  'sunglasses',
  'tilt',
  'training',
].map((name) => `test/${name}.test.ts`);

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    tags: [DRILL],
    projects: [
      { test: { ...shared, name: 'studio', include: ['test/**/*.test.ts'] } },
      {
        test: {
          ...shared,
          name: 'quality',
          include: JUDGES,
          env: { BILDNIS_QUALITY: 'whole' },
          testTimeout: 5 * timeout,
          hookTimeout: 5 * timeout,
        },
      },
    ],
  },
});
