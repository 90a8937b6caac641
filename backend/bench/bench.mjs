/** `npm run bench`: the figures the product promises, measured on this machine in one run. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newCustomer, padded, signInAnew, timeJob, upload } from '../../sdk/bench/job.ts';
import { referencePhotos } from '../test/support/photos.ts';
import { ensureChromium } from '../bootstrap/chromium.mjs';
import { measurePages } from '../../pwa/bench/lighthouse.mjs';
import { measureDevice, measureSlowDevice } from '../../pwa/bench/device.mjs';
import { measureColdStarts } from '../../pwa/bench/cold-start.mjs';
import { measureRoutes } from '../../pwa/bench/routes.mjs';
import { measureTaps } from '../../pwa/bench/taps.mjs';
import { measureBilling } from './billing.mjs';
import { measureEnumeration } from './enumeration.mjs';
import { measurePortrait } from './floor.mjs';
import { peakMemory, processesBelow, processStart } from './processes.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const rows = [];
const row = (label, value, unit, limit) => rows.push({ label, value, unit, limit });
const floor = (label, value, unit, least) => rows.push({ label, value, unit, least });

export async function runBench(steps) {
  const photos = await referencePhotos();
  const dataDir = mkdtempSync(join(tmpdir(), 'bildnis-bench-'));
  try {
    await steps.run('Erster Start', async () => (await startProduct(dataDir)).stop());
    const product = await steps.run('Warmer Start', () => startProduct(dataDir));
    try {
      row('npm start (warm) bis zur ersten Antwort', product.seconds, 's', 6);
      row('API: Prozessstart bis zur ersten Antwort', product.apiSeconds, 's', 2);
      const chromium = await steps.run('Chromium', ensureChromium);
      for (const page of await steps.run('Öffentliche Seiten', () => measurePages(product.url, chromium)))
        rowsOfPage(page);
      const device = await steps.run('Ausprobieren', () => measureDevice(product.url, chromium, photos.slice(0, 4)));
      row('Ausprobieren: geladen', device.kilobytes, 'kB', 2500);
      row('Ausprobieren: Foto bis zum ersten Style', device.photoMs / 1000, 's', 1.5);
      row('Ausprobieren: jeder weitere Style', device.styleMs, 'ms', 250);
      row('Auf dem Gerät: Urteil über ein Foto', device.verdictMs, 'ms', 300);
      row('Auf dem Gerät: ein Bild der Kamera', device.frameMs, 'ms', 200);
      const slow = await steps.run('Viermal langsamer', () =>
        measureSlowDevice(product.url, chromium, photos.slice(0, 4)),
      );
      row('Langsames Gerät: so viel langsamer', slow.slower, '×');
      row('Langsames Gerät: Foto bis zum ersten Style', slow.photoMs / 1000, 's', 5);
      row('Langsames Gerät: Urteil über ein Foto', slow.verdictMs / 1000, 's', 1.2);
      for (const screen of await steps.run('Kaltstarts', () => measureColdStarts(product.url, chromium))) {
        row(`${screen.path}, Fast 3G, ohne Cache: benutzbar`, screen.seconds, 's', 3);
        row(`${screen.path}: Anfragen bis dahin`, screen.requests, '', 25);
        row(`${screen.path}: geladen`, screen.kilobytes, 'kB');
        row(`${screen.path}: davon Scripts`, screen.scriptKilobytes, 'kB', 170);
      }
      const routes = await steps.run('Wege in der App', () => measureRoutes(product.url, chromium));
      row('Wechsel des Bildschirms, Median', routes.medianMs, 'ms', 100);
      row('Wechsel des Bildschirms, langsamster', routes.slowestMs, 'ms');
      row('Wechsel des Bildschirms: verschoben', routes.shifts, '', 0.02);
      const { client, token } = await newCustomer(product.url);
      const times = await steps.run('Hauptweg', () => timeJob(client, photos));
      row(`${photos.length} Fotos → Profil bereit`, times.photosToReady, 's', 15);
      row('Profil bereit → erstes Portrait', times.readyToFirst, 's', 4);
      row('Profil bereit → 8 Portraits', times.readyToPortraits, 's', 20);
      const taps = await steps.run('Taps', () =>
        measureTaps(product.url, chromium, { id: times.runId, token }, () => signInAnew(product.url)),
      );
      for (const { name, ms } of taps.slice(0, 3)) row(`Viermal langsamer: «${name}»`, ms, 'ms', 200);
      row('Worker, höchster Speicher', peakMemory(product.pids.worker), 'MB', 1024);
      const before = peakMemory(product.pids.api);
      await steps.run('15 × 10 MB', async () => {
        const profile = await client.createAiProfile({ body: { name: 'Messung', gender: 'male' } });
        await upload(
          client,
          profile.id,
          Array.from({ length: 15 }, (_, index) => padded(photos[index % photos.length], index + 1)),
          15,
        );
      });
      row('API, höchster Speicher', before, 'MB', 250);
      row('API, Zuwachs durch 15 Fotos zu 10 MB', peakMemory(product.pids.api) - before, 'MB', 150);
    } finally {
      await product.stop();
    }
    const known = await steps.run('Bekannte Adressen', measureEnumeration);
    row('Reset-Link: bekannte Adressen erkannt', known.reset, 'AUC', 0.55);
    row('Bestätigung: bekannte Adressen erkannt', known.resend, 'AUC', 0.55);
    const billing = await steps.run('Abrechnung', measureBilling);
    row('Guthaben + neuste Seite: 1 Mio. gegen 1000', billing.ledgerRatio, '×', 1.5);
    row('Webhook, Median', billing.webhookMs, 'ms', 100);
    const portrait = await steps.run('Engine allein', () => measurePortrait(photos));
    row('Portrait, ein Thread', portrait.oneThreadMs / 1000, 's', 1);
    row('Untergrenze: Portrait lesen und schreiben', portrait.floorMs / 1000, 's');
    row('Portrait, ein Thread, zur Untergrenze', portrait.oneThreadMs / portrait.floorMs, '×');
    floor('Zwei Render-Threads gegen einen', portrait.renderOneMs / portrait.renderTwoMs, '×', 1.5);
    for (const [step, ms] of portrait.stages.training) row(`  je Foto: ${step}`, ms / 1000, 's');
    for (const [step, ms] of portrait.stages.portrait) row(`  je Portrait: ${step}`, ms / 1000, 's');
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
  print();
}

/** The budgets of a public page on a mid-range phone with an empty cache. */
function rowsOfPage({ path, scores, lcp, tbt, cls, bytes, scriptBytes, weak }) {
  // A screen of the app, which no search engine is offered.
  if (path === '/auth') {
    floor(`${path}: Leistung`, scores[0], '', 90);
    row(`${path}: blockiert`, tbt, 'ms');
    return;
  }
  for (const [index, kind] of ['Leistung', 'Zugänglichkeit', 'Gute Praxis', 'Suche'].entries())
    floor(`${path}: ${kind}`, scores[index], '', 98);
  row(`${path}: grösstes Element gezeichnet`, lcp / 1000, 's', 1.8);
  row(`${path}: blockiert`, tbt, 'ms', 50);
  row(`${path}: verschoben`, cls, '', 0.02);
  row(`${path}: Gewicht`, bytes / 1000, 'kB', path === '/' ? 200 : undefined);
  row(`${path}: davon Scripts`, scriptBytes / 1000, 'kB', 90);
  if (weak.length > 0) row(`${path}: schwach sind ${weak.join(', ')}`, weak.length, '');
}

async function startProduct(dataDir) {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const begun = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), PUBLIC_ORIGIN: url },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const ended = once(child, 'exit');
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(output.trim().split('\n').at(-1));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const answered = Date.now();
  const pids = processesBelow(child.pid);
  return {
    url,
    pids,
    seconds: (performance.now() - begun) / 1000,
    apiSeconds: (answered - processStart(pids.api)) / 1000,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

const answers = (url) =>
  fetch(`${url}/api/v1/health/ready`).then(
    (response) => response.ok,
    () => false,
  );

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

function print() {
  process.stdout.write('\n');
  for (const { label, value, unit, limit, least } of rows) {
    const figure = value.toFixed(unit === 'MB' || (unit === '' && least !== undefined) ? 0 : 2).padStart(8);
    const bound =
      limit === undefined
        ? least === undefined
          ? ''
          : `mindestens ${least}${value < least ? '  VERFEHLT' : ''}`
        : `höchstens ${limit}${value > limit ? '  ÜBERSCHRITTEN' : ''}`;
    process.stdout.write(`  ${label.padEnd(46)}${figure} ${unit.padEnd(3)}${bound}\n`);
  }
  const cpu = readFileSync('/proc/cpuinfo', 'utf8').match(/model name\s*: (.*)/)?.[1] ?? '';
  process.stdout.write(`\n  ${cpu}\n`);
}
