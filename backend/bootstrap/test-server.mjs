import { fork } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { compiledFolder, root } from './workspace.mjs';

const patienceMs = 120_000;

/**
 * Starts the production build with its own data on a free port, for tests in a browser.
 * @param {Record<string, string>} env settings of this run
 * @returns {Promise<{ url: string, mailboxUrl?: string, admin?: { email: string, password: string }, dataDir: string, stop(keepLogs: boolean): Promise<void> }>} stop removes the data; logs go to test-results/server
 */
export async function startTestServer(env) {
  const dataDir = mkdtempSync(join(tmpdir(), 'bildnis-browser-'));
  const child = fork(join(root, 'backend', 'dist', 'embedded.js'), {
    cwd: root,
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: compiledFolder,
      ...env,
      DATA_DIR: dataDir,
      PORT: '0',
      PUBLIC_ORIGIN: '',
    },
    execArgv: [],
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  // The password of the first admin is written once, and nowhere else.
  const written = new Promise((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
        const [, email, password] = /Admin, einmalig +(\S+) +(\S+)/.exec(output) ?? [];
        if (output.includes('Bereit nach')) resolve({ admin: password ? { email, password } : undefined });
      });
    }
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const stop = async (keepLogs) => {
    child.kill('SIGTERM');
    await ended;
    const logs = join(dataDir, 'logs');
    if (keepLogs && existsSync(logs))
      cpSync(logs, join(root, 'test-results', 'server', basename(dataDir)), { recursive: true });
    rmSync(dataDir, { recursive: true, force: true });
  };
  const ready = new Promise((resolve) =>
    child.on('message', (message) => message?.type === 'ready' && resolve(message)),
  );
  const late = new Promise((resolve) => setTimeout(resolve, patienceMs).unref());
  const first = await Promise.race([ready, ended, late]);
  if (first?.type === 'ready') return { ...first, ...(await written), dataDir, stop };
  await stop(true);
  throw new Error(output.trim().split('\n').at(-1) || 'der Server für die Browser-Tests kam nicht hoch');
}
