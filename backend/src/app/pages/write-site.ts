import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Site } from '../../site/index.js';

const run = promisify(execFile);

const LONGEST_MS = 30_000;

export interface SiteOrder {
  /** The command that the build of the app brings. */
  command: string;
  site: Site;
  fingerprint: string;
  out: string;
}

/** Has the public pages rendered into a folder, which the command replaces as a whole. @throws with what the command said. */
export async function writeSite({ command, site, fingerprint, out }: SiteOrder, longestMs = LONGEST_MS): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bildnis-site-'));
  try {
    const data = join(folder, 'site-data.json');
    await writeFile(data, JSON.stringify(site));
    await mkdir(dirname(out), { recursive: true });
    // Without our environment, since what it renders is told to it.
    await run(process.execPath, [command, '--data', data, '--out', out, '--fingerprint', fingerprint], {
      timeout: longestMs,
      killSignal: 'SIGKILL',
      env: {},
    });
  } catch (error) {
    throw new Error(explain(error as CommandError, longestMs), { cause: error });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface CommandError extends Error {
  killed?: boolean;
  stderr?: string;
}

function explain({ killed, stderr, message }: CommandError, longestMs: number): string {
  if (killed) return `rendering took longer than ${longestMs / 1000} s`;
  const lines = (stderr || message).split('\n').filter((line) => line.trim());
  return `rendering failed, ${lines.find((line) => /^\w*Error\b/.test(line)) ?? lines[0]}`;
}
