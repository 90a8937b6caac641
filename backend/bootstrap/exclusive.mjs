import { createHash } from 'node:crypto';
import { mkdirSync, realpathSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The address of a folder's lock. On Linux a name in the kernel only, which vanishes with its process whatever kills it; elsewhere a socket
 * file, whose remains are recognised because nobody answers.
 */
function addressOf(folder, purpose) {
  mkdirSync(folder, { recursive: true });
  const key = createHash('sha256')
    .update(`${purpose}\n${realpathSync(folder)}`)
    .digest('hex')
    .slice(0, 32);
  return process.platform === 'linux' ? `\0bildnis-${key}` : join(tmpdir(), `bildnis-${key}.sock`);
}

function listen(address, describe) {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.end(JSON.stringify(describe()));
    });
    server.once('error', reject);
    server.listen(address, () => {
      server.unref();
      resolve(server);
    });
  });
}

/**
 * Who holds the lock of a folder, or undefined when nobody does.
 * @returns {Promise<{ pid: number, url?: string } | undefined>}
 */
export function findHolder(folder, purpose) {
  return new Promise((resolve) => {
    const socket = connect({ path: addressOf(folder, purpose) });
    let text = '';
    socket.setEncoding('utf8');
    socket.setTimeout(2_000, () => socket.destroy());
    socket.on('data', (part) => (text += part));
    socket.on('error', () => resolve(undefined));
    socket.on('close', () => {
      try {
        resolve(JSON.parse(text));
      } catch {
        resolve(undefined);
      }
    });
  });
}

/**
 * Takes the lock of a folder for this process, for `purpose`.
 * @param {() => object} describe what a second process is told about the holder
 * @returns {Promise<{ release(): void } | undefined>} undefined when another process holds it
 */
export async function takeFolder(folder, purpose, describe = () => ({})) {
  const address = addressOf(folder, purpose);
  const about = () => ({ pid: process.pid, ...describe() });
  for (let attempt = 0; ; attempt += 1) {
    try {
      const server = await listen(address, about);
      return { release: () => void server.close() };
    } catch (error) {
      if (error.code !== 'EADDRINUSE') throw error;
      if (attempt > 0 || process.platform === 'linux' || (await findHolder(folder, purpose)) !== undefined)
        return undefined;
      rmSync(address, { force: true });
    }
  }
}

/** Like takeFolder, but waits for its turn. */
export async function awaitFolder(folder, purpose) {
  for (;;) {
    const lock = await takeFolder(folder, purpose);
    if (lock !== undefined) return lock;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
