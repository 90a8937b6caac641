import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../support/caller.js';
import { customer, grantCredits } from '../support/customers.js';
import { referencePhotos } from '../support/photos.js';
import { startProduct, type Product } from '../support/product.js';
import { hurry } from '../support/quick-engine.js';
import { anotherFileOf } from '../support/remembered-photos.js';
import { useSharedProduct } from '../support/shared-product.js';

const command = fileURLToPath(new URL('../../../sdk/cli/portraits.ts', import.meta.url));
let product: Product;
let folder: string;
beforeAll(async () => {
  product = await startProduct({ env: { MODE: 'embedded' } });
  // The command is the same whatever makes the portraits.
  await hurry(product.worker!);
  folder = mkdtempSync(join(tmpdir(), 'bildnis-command-'));
  mkdirSync(join(folder, 'good'));
  for (const [index, photo] of (await referencePhotos()).entries())
    writeFileSync(join(folder, 'good', `foto-${index + 1}.jpg`), photo);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await product.stop();
});

const run = (...args: string[]) => runAt(product.origin, ...args);

function runAt(server: string, ...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [command, '--server', server, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    child.on('close', (code) => resolve({ code, out, err }));
  });
}

test('nine photos in, eight portraits out', async () => {
  const target = join(folder, 'out');
  const ended = await run('--photos', join(folder, 'good'), '--style', 'corporate', '--out', target);
  expect(ended).toMatchObject({ code: 0, err: '' });
  const files = readdirSync(target);
  expect(files).toHaveLength(8);
  expect(files.every((name) => /^portrait-\d+\.jpg$/.test(name))).toBe(true);
  expect(new Set(files.map((name) => readFileSync(join(target, name)).toString('base64'))).size).toBe(8);
});

describe('with a key', () => {
  /** A key of somebody with credits for a training and a run. */
  async function keyOf(owner: Caller): Promise<string> {
    await grantCredits(product, owner, 110);
    const { body } = await owner.post<{ secret: string }>('/api-keys', {
      name: 'Kommandozeile',
      scopes: ['profiles:read', 'profiles:write', 'generations:read', 'generations:write'],
    });
    return body.secret;
  }

  test('portraits of somebody else are attested, and nothing is consented to in the name of the owner of the key', async () => {
    const owner = await customer(product);
    const key = await keyOf(owner);
    const ended = await run(
      '--photos',
      join(folder, 'good'),
      '--style',
      'linkedin',
      '--out',
      join(folder, 'other'),
      '--other-person',
      '--api-key',
      key,
    );
    expect(ended).toMatchObject({ code: 0, err: '' });
    expect((await owner.get<{ items: unknown[] }>('/consents')).body.items).toEqual([]);
    expect((await owner.get<{ items: { attestation: object }[] }>('/ai-profiles')).body.items).toMatchObject([
      { attestation: { subject: 'other' } },
    ]);
  });

  test('with an API key it works for the owner of the key; of more than 15 good photos the best 15 are taken', async () => {
    const owner = await customer(product);
    const many = join(folder, 'many');
    mkdirSync(many);
    const photos = await referencePhotos();
    for (let index = 0; index < 17; index += 1)
      writeFileSync(join(many, `${String(index).padStart(2, '0')}.jpg`), anotherFileOf(photos[index % 9]!, index));
    const key = await keyOf(owner);
    const ended = await run('--photos', many, '--style', 'linkedin', '--out', join(folder, 'best'), '--api-key', key);
    expect(ended).toMatchObject({ code: 0, err: '' });
    expect(ended.out).toContain('Die 15 besten von 17 guten Fotos');
    expect(readdirSync(join(folder, 'best'))).toHaveLength(8);
    expect((await owner.get<{ credits: number }>('/me')).body.credits).toBe(0);
    expect((await owner.get<{ items: unknown[] }>('/consents')).body.items).toHaveLength(2);
    // The drafts in which they were judged are gone.
    expect((await owner.get<{ items: object[] }>('/ai-profiles')).body.items).toMatchObject([{ status: 'ready' }]);
  });
});

describe('at a server that is not embedded', () => {
  let elsewhere: Product;
  useSharedProduct((shared) => (elsewhere = shared));

  test('it wants a key, and says where to get one; a wrong key is refused', async () => {
    const args = ['--photos', join(folder, 'good'), '--style', 'linkedin', '--out', join(folder, 'none')];
    const keyless = await runAt(elsewhere.origin, ...args);
    expect(keyless).toMatchObject({ code: 2, err: expect.stringContaining('--api-key KEY oder BILDNIS_API_KEY') });
    expect(await runAt(elsewhere.origin, ...args, '--api-key', 'bk_erfunden')).toMatchObject({ code: 1 });
  });
});

test('too few good photos: a table with the reason of each, and exit code 1', async () => {
  const bad = join(folder, 'bad');
  mkdirSync(bad);
  cpSync(join(folder, 'good', 'foto-1.jpg'), join(bad, 'gut.jpg'));
  writeFileSync(join(bad, 'leer.jpg'), '');
  writeFileSync(
    join(bad, 'grau.png'),
    await sharp({ create: { width: 800, height: 800, channels: 3, background: '#888' } })
      .png()
      .toBuffer(),
  );
  const ended = await run('--photos', bad, '--style', 'corporate', '--out', join(folder, 'none'));
  expect(ended.code).toBe(1);
  expect(ended.out).toMatch(/gut\.jpg\s+gut/);
  expect(ended.out).toMatch(/grau\.png\s+kein Gesicht gefunden/);
  expect(ended.out).toMatch(/leer\.jpg\s+kein JPEG/);
  expect(ended.err).toContain('Nur 1 brauchbare Fotos; 8 sind nötig.');
});

test.each([
  ['without a folder', ['--style', 'corporate', '--out', 'x'], '--photos fehlt'],
  ['with an unknown option', ['--fotos', 'x'], '--fotos'],
])('called %s it says how to call it', async (_what, args, message) => {
  const ended = await run(...args);
  expect(ended.code).toBe(2);
  expect(ended.err).toContain(message);
  expect(ended.err).toContain('npm run portraits -- --photos ORDNER');
});

test('an unknown style names those there are', async () => {
  const ended = await run('--photos', join(folder, 'good'), '--style', 'barock', '--out', join(folder, 'none'));
  expect(ended.code).toBe(2);
  expect(ended.err).toMatch(/«barock».*corporate, linkedin/);
});
