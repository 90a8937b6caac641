import { requireNode } from './node-version.mjs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './build.mjs';
import { runChecks } from './checks.mjs';
import { ensureChromium, ensureHeadlessShell } from './chromium.mjs';
import { explain } from './explain.mjs';
import { ensureInstalled } from './install.mjs';
import { stopOnSignals } from './run.mjs';
import { createSteps, formatSeconds } from './steps.mjs';
import { compareWithRun } from './specification.mjs';
import { buildsNeeded, pickSuites } from './pick-tests.mjs';
import { judgeSecondTries } from './second-tries.mjs';
import { drills, runSuite, suites as suitesOfTest, suitesOfFiles } from './suites.mjs';
import { startTestServer } from './test-server.mjs';
import { UnchangedSuites } from './unchanged-suites.mjs';
import { root } from './workspace.mjs';

/**
 * Settings of the servers the browser tests talk to, one for each of their workers: they share nothing, not even the provider's clock.
 * Cutouts are small, since no picture is judged there, and emails leave at once; the test without a network has a server of its own, with the settings of production.
 */
const serverSettings = { RATE_LIMITS: 'false', ENGINE_CUTOUT_FACE_HEIGHT: '180', OUTBOX_POLL_MS: '100' };
/** One more than the two cores the tests are timed on: half of what each does is waiting for the page. */
const browserWorkers = 3;

requireNode();
/** `npm run drill` runs the suites that take minutes, without the checks and without second tries. */
const isDrill = process.argv[2] === '--drill';
/** Parts of paths of test files: only these run then, without the checks. */
const patterns = process.argv.slice(isDrill ? 3 : 2);
const whole = patterns.length === 0 && !isDrill;
const suitesHere = isDrill ? drills : suitesOfTest;
const suites = patterns.length === 0 ? suitesHere : pickSuites(isDrill ? drills : suitesOfFiles, patterns);
const needsBrowser = suites.some(({ runner }) => runner === 'playwright');
if (suites.length === 0) {
  process.stderr.write(
    `Kein Test heisst so: ${patterns.join(' ')}. Gesucht wird ein Stück des Pfades, etwa «credits» oder «pwa/src/ui». Was mit vielen Kundinnen misst, läuft mit «npm run bench:size».\n`,
  );
  process.exit(1);
}
const steps = createSteps();
const results = [];
const unchanged = new UnchangedSuites();
/** Names of the tests that passed, by file. */
const passedTests = new Map();
const reports = mkdtempSync(join(tmpdir(), 'bildnis-reports-'));
let servers = [];
const cleanUp = async (failed) => {
  rmSync(reports, { recursive: true, force: true });
  await stopServers(failed);
};
stopOnSignals(130, () => cleanUp(false));
const begunAt = performance.now();

/** Redis is found or fetched here, once, so that no suite has to. */
async function ensureRedis(note) {
  if (process.env.REDIS_URL) return note('REDIS_URL');
  const { findOrInstallRedis } = await import(
    pathToFileURL(join(root, 'backend', 'build', 'embedded', 'redis-program.js')).href
  );
  const { program } = await findOrInstallRedis(join(root, '.data', 'redis-bin'));
  return note(program.replace(`${root}/`, ''));
}

/** Ends all servers; the logs of each go to a folder of its own. */
async function stopServers(keepLogs) {
  const ending = servers;
  servers = [];
  for (const server of ending) await server.stop(keepLogs);
}

/** Starts the servers of the browser tests. Where one fails, the others have started and can be ended. */
async function startServers() {
  const starting = Array.from({ length: browserWorkers }, async () => {
    servers.push(await startTestServer(serverSettings));
  });
  await Promise.allSettled(starting);
  await Promise.all(starting);
}

/** @returns what came of one suite, also where it could not run */
async function resultOf(suite, browsers) {
  steps.line(`\n── ${suite.name} ──`);
  const startedAt = performance.now();
  const took = () => performance.now() - startedAt;
  const before = whole ? unchanged.passedBefore(suite) : null;
  if (before) {
    for (const [file, titles] of before) passedTests.set(file, titles);
    return { name: suite.name, passed: 0, failed: 0, skipped: 0, unchanged: true };
  }
  try {
    const files = whole ? unchanged.begin(suite) : '';
    const passedHere = new Map();
    const browserEnv = suite.runner === 'playwright' ? await browsers : {};
    if (suite.runner === 'playwright') await startServers();
    const places = servers.map(({ url, mailboxUrl, admin, dataDir }) => ({ url, mailboxUrl, admin, dataDir }));
    const env = places.length === 0 ? {} : { BILDNIS_SERVERS: JSON.stringify(places), ...browserEnv };
    const result = await runSuite(suite, join(reports, `${suites.indexOf(suite)}.json`), env, passedHere, whole);
    for (const [file, titles] of passedHere) passedTests.set(file, [...(passedTests.get(file) ?? []), ...titles]);
    if (whole && result.failed === 0 && result.secondTries.length === 0) unchanged.remember(suite, files, passedHere);
    return { name: suite.name, ...result, took: took() };
  } catch (error) {
    steps.line(explain(error));
    return { name: suite.name, passed: 0, failed: 1, skipped: 0, took: took() };
  }
}

/** Runs the checks with low priority beside the tests, and prints what they found once all are done. */
async function runChecksBeside() {
  let output = '';
  const results = await runChecks(createSteps({ write: (text) => (output += text) }), { niceness: 10 });
  steps.line(`\n── Stil, Typen und Grenzen ──\n${output}`);
  return results;
}

/**
 * Runs the suites one after another. Beside the first the checks run; beside a later one those suites that fill the time in which it waits, in lanes
 * of their own.
 */
async function runSuites(browsers) {
  const found = new Map();
  const checked = whole ? runChecksBeside() : Promise.resolve([]);
  checked.catch(() => undefined);
  const lanes = new Map();
  const running = () => Promise.all(lanes.values());
  for (const suite of suites) {
    const run = async () => void found.set(suite, await resultOf(suite, browsers));
    if (suite.beside) {
      lanes.set(suite.beside, (lanes.get(suite.beside) ?? checked).then(run));
    } else {
      await running();
      lanes.clear();
      lanes.set('main', run());
    }
  }
  await running();
  results.push(...(await checked), ...suites.map((suite) => found.get(suite)));
}

/** What the map of the specification calls proven has been run. */
function compareSpecification() {
  const { code, output } = compareWithRun(passedTests);
  if (code !== 0) steps.line(`\n${output}`);
  results.push({ name: 'Spezifikation gelaufen', passed: code === 0 ? 1 : 0, failed: code, skipped: 0 });
}

function summarise() {
  steps.line('\n── Ergebnis ──');
  for (const { name, passed, failed, skipped, secondTries = [], took, unchanged: isUnchanged } of results) {
    const counts = isUnchanged
      ? 'unverändert, seit es zuletzt bestand'
      : `${passed} bestanden${failed ? `, ${failed} FEHLGESCHLAGEN` : ''}${skipped ? `, ${skipped} übersprungen` : ''}${secondTries.length > 0 ? `, ${secondTries.length} erst beim zweiten Mal` : ''}`;
    steps.line(`  ${name.padEnd(26)}${counts.padEnd(44)}${took === undefined ? '' : formatSeconds(took).padStart(12)}`);
  }
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  const tries = judgeSecondTries(results.flatMap(({ secondTries = [] }) => secondTries));
  if (tries.lines.length > 0) steps.line(`\n  ${tries.lines.join('\n  ')}`);
  const failed = sum('failed') + tries.failed;
  steps.line(`\n  Dauer ${formatSeconds(performance.now() - begunAt)}\n`);
  steps.line(`${sum('passed')} passed, ${failed} failed`);
  return failed === 0 && sum('passed') > 0;
}

/** Builds what is tested, and fetches Redis. */
async function prepare(builds) {
  await ensureBuilt(steps, builds);
  if (builds === undefined || builds.includes('backend')) await steps.run('Redis', ensureRedis);
}

/** The browsers that the tests drive, as the environment they are told in. */
async function ensureBrowsers() {
  const chromium = await steps.run('Chromium', ensureChromium);
  const shell = await steps.run('Chromium ohne Fenster', (note) => ensureHeadlessShell(chromium, note));
  return { BILDNIS_CHROMIUM: chromium, BILDNIS_HEADLESS_SHELL: shell };
}

try {
  steps.line(`\nBildnis, ${isDrill ? 'Ernstfälle' : 'Prüfung'}\n`);
  await ensureInstalled(steps);
  const builds = patterns.length === 0 ? undefined : buildsNeeded(suites);
  // Fetching the browsers mostly waits for the network: the last suite alone needs them, and says what went wrong.
  const browsers = needsBrowser ? ensureBrowsers() : Promise.resolve({});
  browsers.catch(() => undefined);
  await prepare(builds);
  await runSuites(browsers);
  // Where the suite was left out, they may still be on their way.
  await browsers.catch(() => undefined);
  if (whole) compareSpecification();
} catch (error) {
  process.stderr.write(`Die Prüfung bricht ab: ${explain(error)}\n`);
  results.push({ name: 'Vorbereitung', passed: 0, failed: 1, skipped: 0 });
}
const good = summarise();
await cleanUp(!good);
process.exit(good ? 0 : 1);
