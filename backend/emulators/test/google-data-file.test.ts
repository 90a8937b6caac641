import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IDToken } from 'openid-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startGoogleEmulator, type GoogleEmulator } from '../src/google/index.js';
import {
  begin,
  Browser,
  callback,
  claims,
  clientId,
  clientSecret,
  decide,
  expectSilence,
  listen,
} from './google-world.js';

const options = { clientId, clientSecret, redirectUris: [callback] };

let folder: string;
let google: GoogleEmulator;

beforeEach(async () => {
  listen();
  folder = await mkdtemp(join(tmpdir(), 'google-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
  expectSilence();
});

async function running<T>(dataFile: string | undefined, act: () => Promise<T>): Promise<T> {
  google = await startGoogleEmulator({ ...options, ...(dataFile !== undefined && { dataFile }) });
  try {
    return await act();
  } finally {
    await google.stop();
  }
}

const published = async (): Promise<{ keys: { kid: string }[] }> =>
  (await (await fetch(`${google.issuer}/jwks`)).json()) as { keys: { kid: string }[] };

async function signIn(form: Record<string, string>): Promise<IDToken> {
  const attempt = await begin(google);
  return claims(attempt, await decide(new Browser(google.issuer), attempt, form));
}

describe('the data file', () => {
  it('keeps the signing key and typed accounts over a restart, for its owner alone', async () => {
    const dataFile = join(folder, 'deep', 'google.json');
    const [before, { sub }] = await running(
      dataFile,
      async () => [await published(), await signIn({ email: 'max.muster@example.org', name: 'Max Muster' })] as const,
    );
    await running(dataFile, async () => {
      expect(await published()).toEqual(before);
      expect((await signIn({ account: sub })).email).toBe('max.muster@example.org');
    });
    expect((await stat(dataFile)).mode & 0o777).toBe(0o600);
    expect(JSON.stringify(before)).not.toContain('"d"');
    expect(await readFile(dataFile, 'utf8')).toContain('"d"');
  });

  it('is not needed: every start then has a key of its own', async () => {
    const ids = [];
    for (let start = 0; start < 2; start++)
      ids.push(...(await running(undefined, published)).keys.map((key) => key.kid));
    expect(new Set(ids).size).toBe(2);
  });

  it('refuses a damaged file rather than making new keys', async () => {
    const dataFile = join(folder, 'google.json');
    const account = { sub: '1', email: 'a@example.org', name: 'A', givenName: 'A' };
    for (const text of [
      '{',
      '{}',
      '{"keys":[],"accounts":[]}',
      JSON.stringify({ keys: [{ kty: 'RSA', kid: 'x' }], accounts: [account] }),
    ]) {
      await writeFile(dataFile, text);
      await expect(startGoogleEmulator({ ...options, dataFile }), text).rejects.toThrow(
        'cannot be read as the state of the Google emulator',
      );
    }
  });
});
