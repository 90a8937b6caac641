import { globSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './workspace.mjs';

const isInstalled = ({ name }) => name === 'node_modules' || name === 'dist' || name === 'build';

/** Test files of a suite, relative to its folder, with slashes. */
function testsOf({ folder, tests }, top) {
  const found = globSync(tests.include, { cwd: join(top, folder), exclude: isInstalled, withFileTypes: true });
  const prefix = join(top, folder).length + 1;
  return found
    .map((entry) => join(entry.parentPath, entry.name).slice(prefix).replaceAll('\\', '/'))
    .filter((file) => !tests.exclude?.test(file))
    .sort();
}

/**
 * The suites that have test files whose path contains one of the patterns, each with these files only.
 * @param {object[]} suites as in suites.mjs
 * @param {string[]} patterns parts of paths, from the top of the repository
 * @returns {object[]} suites with `files`, paths relative to the suite's folder
 */
export function pickSuites(suites, patterns, top = root) {
  return suites.flatMap((suite) => {
    const files = testsOf(suite, top).filter((file) =>
      patterns.some((pattern) => `${suite.folder}/${file}`.includes(pattern)),
    );
    return files.length === 0 ? [] : [{ ...suite, args: [...suite.args, ...files], files, beside: false }];
  });
}

/** Whether a test starts processes of the built backend, or threads of it. */
const runsBuiltBackend = /^test\/(?:abuse|drill|faults|integration|properties)\//;

/** What has to be built before these suites can run. @returns {string[]} names as in build.mjs */
export function buildsNeeded(picked) {
  const needs = new Set();
  for (const { folder, runner, files } of picked) {
    if (runner === 'playwright') ['backend', 'sdk', 'pwa'].forEach((name) => needs.add(name));
    if (folder === 'backend' && files.some((file) => runsBuiltBackend.test(file))) needs.add('backend');
    if (folder === 'backend/studio') needs.add('studio');
    if (folder === 'pwa' || folder === 'sdk') needs.add('sdk');
  }
  return [...needs];
}
