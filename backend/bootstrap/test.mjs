import { requireNode } from './node-version.mjs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './build.mjs';
import { runChecks } from './checks.mjs';
import { ensureChromium } from './chromium.mjs';
import { explain } from './explain.mjs';
import { ensureInstalled } from './install.mjs';
import { stopOnSignals } from './run.mjs';
import { createSteps, formatSeconds } from './steps.mjs';
import { runSuite, suites } from './suites.mjs';
import { startTestServer } from './test-server.mjs';
import { root } from './workspace.mjs';

/** Settings of the server the browser tests talk to. */
const serverSettings = { RATE_LIMITS: 'false' };

requireNode();
const steps = createSteps();
const results = [];
const reports = mkdtempSync(join(tmpdir(), 'bildnis-reports-'));
let server;
const cleanUp = async (failed) => {
  rmSync(reports, { recursive: true, force: true });
  await server?.stop(failed);
  server = undefined;
};
stopOnSignals(130, () => cleanUp(false));
const begunAt = performance.now();

/** Redis is found or fetched here, once, so that no suite has to. */
async function ensureRedis(note) {
  if (process.env.REDIS_URL) return note('REDIS_URL');
  const { findOrInstallRedis } = await import(pathToFileURL(join(root, 'backend', 'dist', 'embedded', 'redis-program.js')).href);
  const { program } = await findOrInstallRedis(join(root, '.data', 'redis-bin'));
  return note(program.replace(`${root}/`, ''));
}

async function runSuites(chromium) {
  for (const [index, suite] of suites.entries()) {
    steps.line(`\n── ${suite.name} ──`);
    const startedAt = performance.now();
    try {
      if (suite.runner === 'playwright') server = await startTestServer(serverSettings);
      const env = server === undefined ? {} : { BILDNIS_URL: server.url, BILDNIS_MAILBOX_URL: server.mailboxUrl ?? '', BILDNIS_DATA_DIR: server.dataDir, BILDNIS_CHROMIUM: chromium };
      results.push({ name: suite.name, ...(await runSuite(suite, join(reports, `${index}.json`), env)), took: performance.now() - startedAt });
    } catch (error) {
      steps.line(explain(error));
      results.push({ name: suite.name, passed: 0, failed: 1, skipped: 0, took: performance.now() - startedAt });
    }
    await server?.stop(results.at(-1).failed > 0);
    server = undefined;
  }
}

function summarise() {
  steps.line('\n── Ergebnis ──');
  for (const { name, passed, failed, skipped, took } of results) {
    const counts = `${passed} bestanden${failed ? `, ${failed} FEHLGESCHLAGEN` : ''}${skipped ? `, ${skipped} übersprungen` : ''}`;
    steps.line(`  ${name.padEnd(26)}${counts.padEnd(44)}${took === undefined ? '' : formatSeconds(took).padStart(12)}`);
  }
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  steps.line(`\n  Dauer ${formatSeconds(performance.now() - begunAt)}\n`);
  steps.line(`${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('failed') === 0 && sum('passed') > 0;
}

try {
  steps.line('\nBildnis, Prüfung\n');
  await ensureInstalled(steps);
  await ensureBuilt(steps);
  await steps.run('Redis', ensureRedis);
  const chromium = await steps.run('Chromium', ensureChromium);
  results.push(...(await runChecks(steps)));
  await runSuites(chromium);
} catch (error) {
  process.stderr.write(`Die Prüfung bricht ab: ${explain(error)}\n`);
  results.push({ name: 'Vorbereitung', passed: 0, failed: 1, skipped: 0 });
}
const good = summarise();
await cleanUp(!good);
process.exit(good ? 0 : 1);
