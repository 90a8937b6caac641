/**
 * Starts processes of the product, one after the other.
 * @module-tag drill
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { greenWallNetwork, onnxFile } from '../../studio/test/onnx-network.js';
import { startProduct, type Product } from '../support/product.js';

const folder = mkdtempSync(join(tmpdir(), 'bildnis-matting-'));
const file = (name: string, content: string | Uint8Array): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
afterAll(() => rmSync(folder, { recursive: true }));

describe('a network of the operator’s own is tried at the start', () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct({ worker: false });
  });
  afterAll(() => product.stop());

  /** Starts a process of the product. @returns «ready», or how it ended and its last line */
  async function start(entry: 'main' | 'worker', model: string): Promise<string> {
    const child = spawn(process.execPath, [fileURLToPath(new URL(`../../dist/${entry}.js`, import.meta.url))], {
      env: { ...product.env, PORT: '0', STUDIO_MATTE_MODEL: model },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let words = '';
    child.stderr!.on('data', (chunk: Buffer) => (words += chunk.toString()));
    const ready = once(child, 'message').then(() => 'ready');
    const ended = once(child, 'close').then(([code]) => `${code}: ${words.trim().split('\n').at(-1)}`);
    const outcome = await Promise.race([ready, ended]);
    child.kill('SIGKILL');
    await ended;
    return outcome;
  }

  test.each(['main', 'worker'] as const)(
    '%s ends where there is no such file, and says so in its last line',
    async (entry) => {
      const missing = join(folder, 'missing.onnx');
      expect(await start(entry, missing)).toBe(`1: configuration: STUDIO_MATTE_MODEL: there is no file ${missing}`);
    },
  );

  test.each(['main', 'worker'] as const)('%s starts with one that fits', async (entry) => {
    expect(await start(entry, file('fits.onnx', onnxFile(greenWallNetwork())))).toBe('ready');
  });
});
