import { existsSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { passedOfPlaywright, passedOfVitest } from './passed-tests.mjs';
import { runProgram } from './run.mjs';
import { secondTriesOfPlaywright, secondTriesOfVitest } from './second-tries.mjs';
import { compiledFolder, root, tool } from './workspace.mjs';

/** What the product is made of. */
const PRODUCT = ['backend', 'sdk', 'pwa', 'openapi', 'docker', 'docs', 'README.md', '.ci'];

/**
 * The test suites of `npm test`, in their order, and those of `npm run drill`, which are marked so. Of those with `hasMarked` some tests are marked for
 * the drill: by vitest's tag `drill`, or Playwright's `@drill`. `reads` says what can change what comes of a suite, `tests` says which files belong to a suite, for `npm test -- PATTERN`.
 * A suite is listed once one of the places it is configured by exists. Those with a lane `beside` fill the time in which the
 * one before them waits, for leases to end and for processes to start; of each lane one runs after the other.
 */
const allSuites = [
  {
    name: 'Tests backend',
    folder: 'backend',
    runner: 'vitest',
    args: ['--project=!faults', '--project=!drill'],
    reads: PRODUCT,
    tests: { include: ['src/**/*.test.ts', 'test/**/*.test.ts'], exclude: /^test\/(?:faults|drill|size)\// },
    configuredBy: ['backend/vitest.config.ts'],
    hasMarked: true,
  },
  {
    name: 'Tests Studio',
    folder: 'backend/studio',
    runner: 'vitest',
    args: ['--project=studio'],
    reads: ['backend/studio', 'backend/test/support'],
    tests: { include: ['test/**/*.test.ts'] },
    configuredBy: ['backend/studio/vitest.config.ts'],
    hasMarked: true,
  },
  {
    name: 'Tests Störungen',
    folder: 'backend',
    runner: 'vitest',
    args: ['--project=faults'],
    reads: PRODUCT,
    tests: { include: ['test/faults/**/*.test.ts'] },
    configuredBy: ['backend/vitest.config.ts'],
    hasMarked: true,
  },
  {
    name: 'Tests Emulatoren',
    folder: 'backend/emulators',
    runner: 'vitest',
    args: ['--maxWorkers=1'],
    beside: 'small',
    reads: ['backend/emulators'],
    tests: { include: ['test/**/*.test.ts'] },
    configuredBy: ['backend/emulators/vitest.config.ts'],
  },
  {
    name: 'Tests sdk',
    folder: 'sdk',
    runner: 'vitest',
    args: ['--maxWorkers=1'],
    beside: 'small',
    reads: ['sdk', 'openapi', 'docs'],
    tests: { include: ['{src,test}/**/*.test.ts'] },
    configuredBy: ['sdk/vitest.config.ts', 'sdk/test'],
  },
  {
    name: 'Tests pwa',
    folder: 'pwa',
    runner: 'vitest',
    args: [],
    beside: 'app',
    reads: ['pwa', 'sdk', 'openapi', 'docs'],
    tests: { include: ['{src,scripts,test}/**/*.test.{ts,tsx,mjs}'] },
    configuredBy: ['pwa/vitest.config.ts'],
  },
  {
    name: 'Tests im Browser',
    folder: 'pwa',
    runner: 'playwright',
    args: ['--project=long', '--project=computing', '--project=short'],
    reads: PRODUCT,
    tests: { include: ['e2e/**/*.spec.ts'], exclude: /^e2e\/drill\// },
    configuredBy: ['pwa/playwright.config.ts'],
    hasMarked: true,
  },
  {
    name: 'Ernstfälle',
    folder: 'backend',
    runner: 'vitest',
    args: ['--project=drill'],
    drill: true,
    reads: PRODUCT,
    tests: { include: ['test/drill/**/*.test.ts'] },
    configuredBy: ['backend/vitest.config.ts'],
  },
  {
    name: 'Ernstfälle im Browser',
    folder: 'pwa',
    runner: 'playwright',
    args: ['--project=drill'],
    drill: true,
    reads: PRODUCT,
    tests: { include: ['e2e/drill/**/*.spec.ts'] },
    configuredBy: ['pwa/playwright.config.ts'],
  },
].filter(({ configuredBy }) => configuredBy.some((place) => existsSync(join(root, place))));

/** Of a suite with marked tests: arguments that leave them out, and those that run them alone. */
const marks = {
  vitest: { without: '--tags-filter=!drill', alone: '--tags-filter=drill' },
  playwright: { without: '--grep-invert=@drill', alone: '--grep=@drill' },
};

/** The suites of `npm test`: without the tests that are marked for the drill. */
export const suites = allSuites
  .filter(({ drill }) => !drill)
  .map((suite) => (suite.hasMarked ? { ...suite, args: [...suite.args, marks[suite.runner].without] } : suite));

/** The suites of `npm run drill`: those that have nothing else, and the marked tests of the others. */
export const drills = [
  ...allSuites.filter(({ drill }) => drill),
  ...allSuites
    .filter(({ hasMarked }) => hasMarked)
    .map((suite) => ({
      ...suite,
      name: suite.name.replace('Tests', 'Lange Tests'),
      args: [...suite.args, marks[suite.runner].alone],
    })),
];

/** For `npm test -- PATTERN`: every test of the files it names, marked or not. */
export const suitesOfFiles = allSuites;

const runners = {
  vitest: {
    args: (report) => ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    // Every test file has a process of its own, and each would compile the same libraries anew.
    env: () => ({ NODE_COMPILE_CACHE: compiledFolder }),
    count: countVitest,
    passed: passedOfVitest,
    secondTries: secondTriesOfVitest,
  },
  playwright: {
    args: () => ['test', '--reporter=list,json'],
    env: (report) => ({ PLAYWRIGHT_JSON_OUTPUT_FILE: report, PLAYWRIGHT_JSON_OUTPUT_NAME: report }),
    count: countPlaywright,
    passed: passedOfPlaywright,
    secondTries: secondTriesOfPlaywright,
  },
};

/**
 * Runs one suite and shows its output: as it comes, or, of one that runs beside another, at its end.
 * @param {string} reportFile where the runner writes its figures
 * @param {boolean} whole whether all tests run: only then what fails is tried once more
 * @param {Map<string, string[]>} passed takes the names of the tests that passed, by file
 * @returns {Promise<{ passed: number, failed: number, skipped: number, secondTries: string[] }>} secondTries: names of the tests that passed at the second try only
 */
export async function runSuite(suite, reportFile, env, passed, whole) {
  const runner = runners[suite.runner];
  const { code, output } = await runProgram(
    tool(suite.folder, suite.runner),
    [...runner.args(reportFile), ...suite.args],
    {
      cwd: join(root, suite.folder),
      env: {
        ...process.env,
        ...env,
        ...runner.env(reportFile),
        CI: whole ? 'true' : '',
        [process.stdout.isTTY ? 'FORCE_COLOR' : 'NO_COLOR']: '1',
      },
      show: !suite.beside,
    },
  );
  if (suite.beside) process.stdout.write(output);
  const report = existsSync(reportFile) ? JSON.parse(readFileSync(reportFile, 'utf8')) : undefined;
  const counted = report ? runner.count(report) : { passed: 0, failed: 0, skipped: 0 };
  for (const { file, title } of report ? runner.passed(report) : []) {
    const path = relative(root, file).replaceAll(sep, '/');
    passed.set(path, [...(passed.get(path) ?? []), title]);
  }
  // A runner that fails outside every test (a broken set-up, an unhandled rejection, no tests at all) must not pass for success.
  if (code !== 0 && counted.failed === 0) counted.failed = 1;
  return { ...counted, secondTries: report ? runner.secondTries(report) : [] };
}

function countVitest(report) {
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every(({ status }) => status !== 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

function countPlaywright({ stats, errors }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + (errors?.length ?? 0),
    skipped: stats.skipped,
  };
}
