import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import { commandLineOf, findProgram } from './programs.js';
import { hasCode } from './start-error.js';

/**
 * Below the ports that systems give to outgoing connections: of those, one that is free now may be taken by any connection before the
 * process it is meant for listens.
 */
const LOWEST = 20_000;
const HIGHEST = 32_000;
const TRIES = 50;
/** Apart by so many, ports of processes that start one after the other do not meet. */
const APART = 211;
let asked = process.pid * APART;

/** A TCP port that nobody listens on right now. Processes that start at once begin at different places, so that they do not get the same. */
export async function findFreePort(): Promise<number> {
  for (let left = TRIES; left > 0; left -= 1) {
    // Where many in a row are taken, others may be free.
    if (left === TRIES / 2) asked += randomInt(HIGHEST - LOWEST);
    const port = LOWEST + (asked++ % (HIGHEST - LOWEST));
    if (await isPortFree(port)) return port;
  }
  throw new Error(`none of ${TRIES} ports is free`);
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
