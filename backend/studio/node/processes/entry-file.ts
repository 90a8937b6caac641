import { createRequire } from 'node:module';

/**
 * Path of the built file that a thread or process starts with, found by the name of this package: the caller may be
 * TypeScript source (in tests) or have been bundled into another package.
 */
export const entryFile = (name: 'analysis-thread' | 'heic-thread' | 'inspector-child' | 'render-thread'): string =>
  createRequire(import.meta.url).resolve(`@bildnis/studio/processes/${name}`);
