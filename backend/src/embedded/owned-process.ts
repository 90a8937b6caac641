import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { findProgram, succeeds } from './programs.js';

/** How a process ended; `error` is set when it could not be started at all. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly error?: Error;
}

/** A service process that lives no longer than the process that started it. */
export interface OwnedProcess {
  readonly pid: number;
  /** Resolves once, when the process is gone. Never rejects. */
  readonly ended: Promise<ProcessEnd>;
  /** The last lines it wrote to stdout and stderr, for the one line that explains a failed start. */
  tail(): string;
  /** Asks with `signal`, and ends it by force after `graceMs` milliseconds. Resolves when it is gone; safe to call twice. */
  stop(graceMs: number): Promise<void>;
}

export interface OwnedProcessOptions {
  /** The signal that means «finish cleanly» to this program; sent by stop() and by the kernel when we die. */
  readonly stopSignal: 'SIGINT' | 'SIGTERM';
  /** Command put in front, e.g. one that changes the user. */
  readonly prefix?: readonly string[];
  /** Text for standard input, which is closed afterwards. */
  readonly input?: string;
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

const tailLines = 12;
let deathSignalWrapper: string | undefined | null = null;

/** The setpriv program if it can tie a child's life to ours (Linux with util-linux), else undefined. */
function findDeathSignalWrapper(): string | undefined {
  if (deathSignalWrapper === null) {
    const setpriv = process.platform === 'linux' ? findProgram('setpriv') : undefined;
    deathSignalWrapper =
      setpriv !== undefined && succeeds(setpriv, ['--pdeathsig=INT', '--', 'true']) ? setpriv : undefined;
  }
  return deathSignalWrapper;
}

/**
 * Starts a service program. It gets its own process group, so Ctrl-C reaches it only through stop() and services end in order;
 * on Linux the kernel sends it `stopSignal` when this process dies, whatever kills us.
 */
export function startOwnedProcess(
  command: string,
  args: readonly string[],
  options: OwnedProcessOptions,
): OwnedProcess {
  const wrapper = findDeathSignalWrapper();
  const tie = wrapper === undefined ? [] : [wrapper, `--pdeathsig=${options.stopSignal.slice(3)}`, '--'];
  const [program, ...rest] = [...(options.prefix ?? []), ...tie, command, ...args];
  const child = spawn(program!, rest, {
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    ...(options.env === undefined ? {} : { env: options.env }),
  });
  child.stdin.on('error', () => undefined); // a program that ends before it reads is reported by `ended`
  child.stdin.end(options.input ?? '');
  const lines = keepTail(child);
  const ended = new Promise<ProcessEnd>((resolve) => {
    child.once('error', (error) => resolve({ code: null, signal: null, error }));
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  return {
    pid: child.pid ?? -1,
    ended,
    tail: () => lines.join('\n'),
    stop: (graceMs) => stopChild(child, ended, options.stopSignal, graceMs),
  };
}

function keepTail(child: ChildProcess): string[] {
  const lines: string[] = [];
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      lines.push(...text.split('\n').filter((line) => line.trim() !== ''));
      if (lines.length > tailLines) lines.splice(0, lines.length - tailLines);
    });
  }
  return lines;
}

/** Ends a child: politely first, by force after `graceMs`; resolves when it is gone. */
export async function stopChild(
  child: ChildProcess,
  ended: Promise<unknown>,
  signal: NodeJS.Signals,
  graceMs: number,
): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  const timer = new AbortController();
  const expired = delay(graceMs, 'late', { signal: timer.signal }).catch(() => 'early');
  const first = await Promise.race([ended.then(() => 'ended'), expired]);
  timer.abort();
  if (first === 'late') {
    child.kill('SIGKILL');
    await ended;
  }
}
