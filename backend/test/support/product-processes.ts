import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '../../src/embedded/ports.js';
import type { Product } from './product.js';

/** An API or a worker of a product as a process of its own, as in production, so that a test can kill it. */
export interface ProductProcess {
  readonly pid: number;
  /** Where the API of it listens; a worker's is never called. */
  readonly origin: string;
  /** What it has written so far: its log, unless `LOG_LEVEL` keeps it silent. */
  readonly output: string;
  /** kill -9; resolves when it is gone. */
  kill(): Promise<void>;
  /** SIGTERM, as a supervisor asks; resolves when it is gone. */
  terminate(): Promise<void>;
}

const started: ChildProcess[] = [];

export function startWorkerProcess(product: Product, env: Record<string, string> = {}): Promise<ProductProcess> {
  return start('worker', product, env);
}

export async function startApiProcess(product: Product, env: Record<string, string> = {}): Promise<ProductProcess> {
  return start('main', product, { PORT: String(await findFreePort()), ...env });
}

/** Ends whatever a test left running; for `afterAll`, before the product stops. */
export async function killProductProcesses(): Promise<void> {
  await Promise.all(started.splice(0).map((child) => end(child, 'SIGKILL')));
}

async function start(entry: 'main' | 'worker', product: Product, env: Record<string, string>): Promise<ProductProcess> {
  const all: NodeJS.ProcessEnv = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    ...product.env,
    LOG_LEVEL: 'silent',
    ...env,
  };
  const child = fork(fileURLToPath(new URL(`../../dist/${entry}.js`, import.meta.url)), {
    env: all,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  started.push(child);
  let output = '';
  child.stdout!.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${entry} ended with ${code} before it was ready`);
  });
  await Promise.race([once(child, 'message'), ended]);
  ended.catch(() => undefined); // later it is killed, as it should be
  return {
    pid: child.pid!,
    origin: `http://localhost:${all['PORT']}`,
    get output() {
      return output;
    },
    kill: () => end(child, 'SIGKILL'),
    terminate: () => end(child, 'SIGTERM'),
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}
