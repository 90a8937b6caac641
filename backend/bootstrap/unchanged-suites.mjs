import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { installFingerprint } from './install.mjs';
import { fingerprint, root } from './workspace.mjs';

const folder = join(root, 'node_modules', '.cache', 'passed-suites');

/** Test data that lies beside the repository, see backend/test/support/photos.ts. */
const sharedData = () => {
  const shared = relative(root, resolve(process.env.BILDNIS_SHARED ?? join(root, '..', 'shared')));
  return ['photos', 'contracts', 'spec'].map((name) => join(shared, name));
};

/** What every suite depends on. */
const COMMON = ['backend/bootstrap', 'package.json', 'tsconfig.base.json'];
/** What people write, not what a build or a run leaves behind. */
const LEFT_BEHIND = new Set(['node_modules', 'dist', 'build', 'test-results']);

/**
 * Which suites passed last time and would be run again over the same files: their own, those of the workspaces they import, the tools and
 * the test data. Never in CI.
 */
export class UnchangedSuites {
  /**
   * @param {boolean} maySkip false where everything has to run
   * @param {string} place folder of what is remembered
   */
  constructor(maySkip = !process.env.CI, place = folder) {
    this.maySkip = maySkip;
    this.place = place;
  }

  /**
   * @param {{ name: string, reads: string[] }} suite
   * @returns {Map<string, string[]> | null} names of its tests that passed, by file; null where it has to run
   */
  passedBefore(suite) {
    if (!this.maySkip) return null;
    try {
      const { files, passed } = JSON.parse(readFileSync(this.#fileOf(suite), 'utf8'));
      return files === fingerprintOf(suite) ? new Map(passed) : null;
    } catch {
      return null;
    }
  }

  /** Call before a suite runs: what is changed while it runs is not what passed. @returns {string} to be given to `remember` */
  begin(suite) {
    rmSync(this.#fileOf(suite), { force: true });
    return fingerprintOf(suite);
  }

  /** @param {Map<string, string[]>} passed names of the tests that passed, by file */
  remember(suite, files, passed) {
    mkdirSync(this.place, { recursive: true });
    writeFileSync(this.#fileOf(suite), JSON.stringify({ files, passed: [...passed] }));
  }

  #fileOf({ name }) {
    return join(this.place, `${name.replaceAll(/\W+/g, '-')}.json`);
  }
}

const fingerprintOf = ({ reads }) =>
  fingerprint([...COMMON, ...reads, ...sharedData()], `${installFingerprint()} ${process.version}`, LEFT_BEHIND);
