import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createClient } from '@bildnis/sdk';
import { Failure } from './failure.ts';
import { texts } from './texts.ts';
import { waitUntil } from './wait.ts';

export interface Server {
  url: string;
  stop(): Promise<void>;
}

const LOCAL = `http://localhost:${process.env['PORT'] || 3000}`;
const startScript = fileURLToPath(new URL('../../backend/bootstrap/start.mjs', import.meta.url));

/** The server that was named, else the local one if it runs, else one of our own that ends with us. */
export async function findServer(named: string | null, say: (line: string) => void): Promise<Server> {
  if (named) {
    if (!(await answers(named))) throw new Failure(texts.unreachable(named));
    return { url: named, stop: async () => undefined };
  }
  if (await answers(LOCAL)) return { url: LOCAL, stop: async () => undefined };
  say(texts.starting);
  return startServer();
}

async function answers(url: string): Promise<boolean> {
  return createClient({ baseUrl: url })
    .getReadiness({ signal: AbortSignal.timeout(3000) })
    .then(
      () => true,
      () => false,
    );
}

async function startServer(): Promise<Server> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const child = spawn(process.execPath, [startScript], {
    env: { ...process.env, PORT: String(port), PUBLIC_ORIGIN: url },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  const stop = () => endProcess(child);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void stop().then(() => process.exit(130)));
  try {
    await waitUntil(texts.starting, 300_000, async () => {
      if (child.exitCode !== null)
        throw new Failure(`${texts.startFailed}\n${output.join('').trim().split('\n').slice(-3).join('\n')}`);
      return (await answers(url)) || null;
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
