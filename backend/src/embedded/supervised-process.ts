import { fork, type ChildProcess } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { stopChild } from './owned-process.js';
import type { ProcessRegister } from './process-register.js';
import { supervisorVariable } from './supervisor-variable.js';

export interface SupervisedOptions {
  /** Name in the report, e.g. «API». */
  readonly name: string;
  /** Absolute path of the entry point. */
  readonly entry: string;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** For node itself, before the entry point. */
  readonly nodeOptions: readonly string[];
  /** What it prints goes here; started afresh when it has grown too big. */
  readonly logFile: string;
  readonly register: ProcessRegister;
  /** Told about every unwanted end. */
  readonly onCrash: (text: string) => void;
}

const parentWatch = fileURLToPath(new URL('./parent-watch.js', import.meta.url));
const logLimitBytes = 20 * 1024 * 1024;
const firstPauseMs = 100;
const longestPauseMs = 8_000;
/** A process that lived this long was healthy: its end is a new event, not one more of a series. */
const healthyMs = 10_000;

/** A process that is started again when it ends on its own, with growing pauses. */
export class SupervisedProcess {
  private child: ChildProcess | undefined;
  private ended: Promise<void> = Promise.resolve();
  private stopping = false;
  private restarting = false;
  private readonly pause = new AbortController();
  /** Ends in a row without a healthy life in between. */
  private crashCount = 0;

  constructor(private readonly options: SupervisedOptions) {}

  get name(): string {
    return this.options.name;
  }

  get crashes(): number {
    return this.crashCount;
  }

  start(): void {
    const { entry, env, cwd, name, register, nodeOptions } = this.options;
    const log = openLog(this.options.logFile);
    const child = fork(entry, {
      cwd,
      env: { ...env, [supervisorVariable]: String(process.pid) },
      execArgv: [...nodeOptions, '--import', parentWatch],
      detached: true, // Ctrl-C reaches it through stop(), in order
      stdio: ['ignore', log, log, 'ipc'],
    });
    closeSync(log);
    const startedAt = Date.now();
    this.child = child;
    if (child.pid !== undefined) register.add(name, child.pid, 'SIGTERM');
    this.ended = new Promise((resolve) => {
      child.once('error', () => resolve());
      child.once('exit', () => resolve());
    });
    void this.ended.then(() => this.afterEnd(child, startedAt));
  }

  /** Ends it politely and starts it again, for new code. */
  async restart(graceMs: number): Promise<void> {
    if (this.child === undefined || this.stopping) return;
    this.restarting = true;
    await stopChild(this.child, this.ended, 'SIGTERM', graceMs);
  }

  /** Ends it for good: politely first, by force after `graceMs`. */
  async stop(graceMs: number): Promise<void> {
    this.stopping = true;
    this.pause.abort();
    if (this.child !== undefined) await stopChild(this.child, this.ended, 'SIGTERM', graceMs);
  }

  /** The last line it wrote, without the fields of a structured log. */
  lastLine(): string {
    const lines = readFileSync(this.options.logFile, 'utf8').trimEnd().split('\n');
    const telling = lines.findLast((line) => /error|fatal/i.test(line)) ?? lines.at(-1) ?? '';
    try {
      const record = JSON.parse(telling) as { msg?: string; err?: { message?: string } };
      return record.err?.message ?? record.msg ?? telling;
    } catch {
      return telling.trim();
    }
  }

  private async afterEnd(child: ChildProcess, startedAt: number): Promise<void> {
    if (child.pid !== undefined) this.options.register.remove(child.pid);
    if (this.stopping) return;
    if (this.restarting) {
      this.restarting = false;
      return this.start();
    }
    this.crashCount = Date.now() - startedAt > healthyMs ? 1 : this.crashCount + 1;
    const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** (this.crashCount - 1));
    this.options.onCrash(
      `${this.options.name} ist unerwartet beendet (${child.signalCode ?? `Code ${child.exitCode}`}) und wird neu gestartet.`,
    );
    await delay(pauseMs, undefined, { signal: this.pause.signal }).catch(() => undefined);
    if (!this.stopping) this.start();
  }
}

function openLog(file: string): number {
  mkdirSync(dirname(file), { recursive: true });
  const tooBig = (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > logLimitBytes;
  return openSync(file, tooBig ? 'w' : 'a');
}
