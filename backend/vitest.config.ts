import { defineConfig } from 'vitest/config';
import { isClosedRead } from './src/app/closed-reads.js';
import { DRILL } from './test/support/drill-tag.js';
import { LongestFirst } from './test/support/longest-first.js';

/**
 * One more than the two cores the tests are timed on, since a third of what each does is waiting. The same for all of a group, whatever the
 * machine has: projects that run side by side must agree.
 */
const maxWorkers = 3;

/**
 * What waits for processes and clocks beside other such tests is tried once more in a whole run, which names those that needed it.
 * Properties, rules and pure functions are not: they answer the same each time.
 */
const retry = process.env.CI ? 1 : 0;

/** Workspaces that the backend imports are taken from their sources: what a test runs is never an older build. */
const conditions = ['source', 'node', 'development|production'];
const fromSources = { resolve: { conditions }, ssr: { resolve: { conditions } } };

/** Tests that take minutes or mostly wait, for leases and processes of their own. `npm test` runs the faults, and the app's tests beside them. */
const withProcesses = (name: 'faults' | 'drill' | 'size', retries: number) => ({
  ...fromSources,
  test: {
    name,
    include: [`test/${name}/**/*.test.ts`],
    environment: 'node' as const,
    globalSetup: ['test/support/services.ts'],
    testTimeout: 240_000,
    hookTimeout: 60_000,
    retry: retries,
    // The libraries of the product are loaded once for all the files of a worker.
    isolate: false,
    maxWorkers,
    sequence: { groupOrder: 2 },
  },
});

export default defineConfig({
  test: {
    reporters: ['default'],
    sequence: { sequencer: LongestFirst },
    tags: [DRILL],
    // See tolerateClosedReadsWhileStopping in src/app/run-entry.ts: the same rejection when a test stops its worker after an outage.
    onUnhandledError: (error) => !(isClosedRead(error) && error.stack?.includes('ioredis')),
    projects: [
      {
        ...fromSources,
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'test/unit/**/*.test.ts'],
          environment: 'node',
          // Some start processes, and the machine may have other things to do: only what hangs takes this long, in milliseconds.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          isolate: false,
          maxWorkers,
        },
      },
      withProcesses('faults', retry),
      // Always seen to pass at once: nobody waits for this one.
      withProcesses('drill', 0),
      // By `npm run bench:size`, which says how large.
      ...(process.env['BILDNIS_SIZE_USERS'] ? [withProcesses('size', 0)] : []),
      {
        ...fromSources,
        test: {
          name: 'properties',
          include: ['test/properties/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['test/support/services.ts'],
          hookTimeout: 60_000,
          // One long file, which is begun first: it runs beside the integration tests, not after them.
          maxWorkers,
        },
      },
      {
        ...fromSources,
        test: {
          name: 'architecture',
          include: ['test/architecture/**/*.test.ts'],
          environment: 'node',
          testTimeout: 120_000,
          isolate: false,
          maxWorkers,
        },
      },
      {
        ...fromSources,
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts', 'test/abuse/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['test/support/services.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          retry,
          // Each file starts the product and ends it: the libraries of it are loaded once for all the files of a worker.
          isolate: false,
          maxWorkers,
        },
      },
    ],
  },
});
