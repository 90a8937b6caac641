/** A test suite of `npm test`: one runner in one folder. */
export interface Suite {
  name: string;
  /** Relative to the repository, without a slash at its end. */
  folder: string;
  runner: 'vitest' | 'playwright';
  args: string[];
  /** Files and folders, from the top of the repository, that can change what comes of it. */
  reads: string[];
  /** The files that belong to it, as globs relative to its folder. */
  tests: { include: string[]; exclude?: RegExp };
  configuredBy: string[];
  beside?: boolean;
  /** Whether some of its tests are marked for `npm run drill`. */
  hasMarked?: boolean;
}
/** Of `npm test`: without the tests that are marked for the drill. */
export const suites: Suite[];
/** Of `npm run drill`. */
export const drills: Suite[];
/** Of `npm test -- PATTERN`: with every test. */
export const suitesOfFiles: Suite[];
