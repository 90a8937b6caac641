import { requireNode } from './node-version.mjs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './build.mjs';
import { explain, tellingLine } from './explain.mjs';
import { ensureInstalled } from './install.mjs';
import { runProgram, stopOnSignals, stopPrograms } from './run.mjs';
import { createSteps } from './steps.mjs';
import { root, tool } from './workspace.mjs';

/** Where the app is served while it is worked on; links in mails and return addresses point there. */
const devOrigin = 'http://localhost:5173';

/** Compiles on every save; `onClean` is called after each compilation without errors but the first, which changes nothing. */
function watchTypes(workspace, onClean) {
  let first = true;
  const args = ['-p', 'tsconfig.build.json', '--watch', '--preserveWatchOutput'];
  void runProgram(tool(workspace, 'tsc'), args, {
    cwd: join(root, workspace),
    onText: (text) => {
      if (/error TS\d+/.test(text)) process.stdout.write(text);
      if (!/Found 0 errors/.test(text)) return;
      if (!first) onClean();
      first = false;
    },
  });
}

/** What the compiler wrote becomes what runs. */
async function renew(steps, supervisor) {
  const { code, output } = await runProgram(process.execPath, [join(root, 'backend', 'scripts', 'bundle.mjs')]);
  if (code !== 0) return steps.line(`  Backend bauen: ${tellingLine(output)}`);
  steps.line('  Neuer Stand: API und Worker starten neu.');
  await supervisor.restartApplication();
}

requireNode();
const handOver = stopOnSignals(0);
try {
  const steps = createSteps();
  await ensureInstalled(steps);
  await ensureBuilt(steps);
  const { start } = await import(pathToFileURL(join(root, 'backend', 'dist', 'embedded.js')).href);
  handOver();
  process.on('exit', () => stopPrograms('SIGTERM'));
  const supervisor = await start({ ...process.env, PUBLIC_ORIGIN: process.env.PUBLIC_ORIGIN || devOrigin });
  let bundled = Promise.resolve();
  const renewNext = () => (bundled = bundled.then(() => renew(steps, supervisor))); // one after the other: they write the same files
  for (const workspace of ['backend', 'backend/emulators', 'backend/studio']) watchTypes(workspace, renewNext);
  watchTypes('sdk', () => undefined); // Vite sees the new files by itself
  const backend = `http://localhost:${process.env.PORT || 3000}`;
  await runProgram(tool('pwa', 'vite'), ['--strictPort'], {
    cwd: join(root, 'pwa'),
    env: { ...process.env, BILDNIS_BACKEND: backend },
    show: true,
  });
  throw new Error('Vite ist beendet');
} catch (error) {
  process.stderr.write(`Die Entwicklungsumgebung läuft nicht: ${explain(error)}\n`);
  process.kill(process.pid, 'SIGTERM'); // the services end in order
}
