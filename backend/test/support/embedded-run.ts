import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startTimeOf } from '../../src/embedded/programs.js';

const entry = fileURLToPath(new URL('../../dist/embedded.js', import.meta.url));

/** A process of a running one-command mode, as its register names it. */
export interface RegisteredProcess {
  readonly name: string;
  readonly pid: number;
  readonly startedAt: string;
}

/** One run of the built one-command mode as a process of its own, under test. */
export class EmbeddedRun {
  readonly output: { stdout: string; stderr: string } = { stdout: '', stderr: '' };
  /** Exit code, or null when a signal ended it. */
  readonly ended: Promise<number | null>;
  private readonly child: ChildProcess;

  constructor(
    private readonly dataDir: string,
    env: NodeJS.ProcessEnv = {},
  ) {
    if (!existsSync(entry)) throw new Error(`${entry} is missing: these tests run the built backend, build it first`);
    const pwaDir = join(dataDir, 'pwa'); // the app itself is not what is tested here
    mkdirSync(pwaDir, { recursive: true });
    writeFileSync(join(pwaDir, 'index.html'), '<!doctype html><title>Bildnis</title>');
    this.child = spawn(process.execPath, [entry], {
      env: { ...withoutVitest(process.env), PWA_DIR: pwaDir, DATA_DIR: dataDir, PORT: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const name of ['stdout', 'stderr'] as const) {
      this.child[name]!.setEncoding('utf8').on('data', (text: string) => (this.output[name] += text));
    }
    this.ended = new Promise((resolve) => this.child.once('close', resolve));
  }

  /** Resolves with the address once it is announced; rejects when the process ends before. */
  async ready(): Promise<string> {
    let over = false;
    void this.ended.then(() => (over = true));
    for (;;) {
      const url = /Bildnis läuft\s+(\S+)/.exec(this.output.stdout)?.[1];
      if (url !== undefined) return url;
      if (over) throw new Error(`it ended before it was ready:\n${this.output.stdout}${this.output.stderr}`);
      await delay(20);
    }
  }

  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** The processes it has started and that still belong to it. */
  processes(): RegisteredProcess[] {
    const file = join(this.dataDir, 'processes.json');
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as RegisteredProcess[]) : [];
  }
}

/** Whether exactly this process still runs; its number alone could belong to another by now. */
export function isRunning({ pid, startedAt }: RegisteredProcess): boolean {
  return startTimeOf(pid) === startedAt;
}

/** Resolves when `condition` holds; the test's own time limit ends the wait. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await delay(20);
}

/** The connection string of the cluster in a data folder that is running. */
export function databaseUrlOf(dataDir: string): string {
  const folder = join(dataDir, 'postgres');
  const port = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[3];
  return `postgresql://bildnis:${readFileSync(join(folder, 'bildnis-password'), 'utf8')}@127.0.0.1:${port}/bildnis`;
}

function withoutVitest(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const outer = /^(VITEST|NODE_ENV$|NODE_OPTIONS$|DATABASE_URL$|REDIS_URL$|SMTP_URL$|STRIPE_|S3_)/;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !outer.test(name)));
}
