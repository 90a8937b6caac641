import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from './run.mjs';
import { root, tool } from './workspace.mjs';

/** The test suites of `npm test`, in their order. A suite is listed once one of the places it is configured by exists. */
export const suites = [
  { name: 'Tests backend', folder: 'backend', runner: 'vitest', configuredBy: ['backend/vitest.config.ts'] },
  { name: 'Tests sdk', folder: 'sdk', runner: 'vitest', configuredBy: ['sdk/vitest.config.ts', 'sdk/test'] },
  { name: 'Tests pwa', folder: 'pwa', runner: 'vitest', configuredBy: ['pwa/vitest.config.ts'] },
  { name: 'Tests im Browser', folder: 'pwa', runner: 'playwright', configuredBy: ['pwa/playwright.config.ts'] },
].filter(({ configuredBy }) => configuredBy.some((place) => existsSync(join(root, place))));

const runners = {
  vitest: {
    args: (report) => ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    env: () => ({}),
    count: countVitest,
  },
  playwright: {
    args: () => ['test', '--reporter=list,json'],
    env: (report) => ({ PLAYWRIGHT_JSON_OUTPUT_FILE: report, PLAYWRIGHT_JSON_OUTPUT_NAME: report }),
    count: countPlaywright,
  },
};

/**
 * Runs one suite and shows its output as it comes.
 * @param {string} reportFile where the runner writes its figures
 * @returns {Promise<{ passed: number, failed: number, skipped: number }>}
 */
export async function runSuite(suite, reportFile, env) {
  const runner = runners[suite.runner];
  const { code } = await runProgram(tool(suite.folder, suite.runner), runner.args(reportFile), {
    cwd: join(root, suite.folder),
    env: { ...process.env, ...env, ...runner.env(reportFile), CI: 'true', [process.stdout.isTTY ? 'FORCE_COLOR' : 'NO_COLOR']: '1' },
    show: true,
  });
  const counted = existsSync(reportFile) ? runner.count(JSON.parse(readFileSync(reportFile, 'utf8'))) : { passed: 0, failed: 0, skipped: 0 };
  // A runner that fails outside every test (a broken set-up, an unhandled rejection, no tests at all) must not pass for success.
  if (code !== 0 && counted.failed === 0) counted.failed = 1;
  return counted;
}

function countVitest(report) {
  const brokenFiles = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.every(({ status }) => status !== 'failed'));
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

function countPlaywright({ stats, errors }) {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + (errors?.length ?? 0), skipped: stats.skipped };
}
