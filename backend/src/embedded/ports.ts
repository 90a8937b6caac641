import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import { commandLineOf, findProgram } from './programs.js';
import { hasCode } from './start-error.js';

const loopback = '127.0.0.1';

/** A TCP port on 127.0.0.1 that was free a moment ago; the caller retries with another if it is taken meanwhile. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, loopback, () => {
      const address = probe.address();
      if (address === null || typeof address === 'string') return reject(new Error('a TCP listener has no port'));
      probe.close(() => resolve(address.port));
    });
  });
}

/** Whether nothing listens on `port`, tried on all interfaces, as the web server will ask for it. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => (hasCode(error, 'EADDRINUSE') ? resolve(false) : reject(error)));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
}

/** «Prozess 4711: node server.js» for the program that listens on `port`, where the system's own tools can tell. */
export async function nameListener(port: number): Promise<string | undefined> {
  const questions = [
    { tool: 'ss', args: ['-Hltnp', `sport = :${port}`], answer: /pid=(?<pid>\d+)/ },
    { tool: 'lsof', args: ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fp'], answer: /p(?<pid>\d+)/ },
  ];
  for (const { tool, args, answer } of questions) {
    const program = findProgram(tool);
    if (program === undefined) continue;
    const result = await promisify(execFile)(program, args, { timeout: 2_000 }).catch(() => ({ stdout: '' }));
    const pid = answer.exec(result.stdout)?.groups?.pid;
    if (pid !== undefined) return `Prozess ${pid}: ${(commandLineOf(Number(pid)) ?? '').slice(0, 60)}`;
  }
  return undefined;
}
