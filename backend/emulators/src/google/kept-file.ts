import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { JWK } from 'oidc-provider';
import type { GoogleAccount } from './account.js';

/** What outlives a restart. */
export interface Kept {
  /** Private signing keys. */
  keys: JWK[];
  /** Accounts added to the standard ones, oldest first. */
  accounts: GoogleAccount[];
}

/**
 * Reads the file; null where there is none.
 * @throws when the file is damaged: fresh keys would invalidate tokens without a word
 */
export async function readKept(path: string): Promise<Kept | null> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  try {
    const value: unknown = JSON.parse(text);
    if (isKept(value)) return value;
  } catch (cause) {
    throw new Error(unreadable(path), { cause });
  }
  throw new Error(unreadable(path));
}

const unreadable = (path: string): string => `${path} cannot be read as the state of the Google emulator`;

function isKept(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null || !('keys' in value) || !('accounts' in value)) return false;
  const { keys, accounts } = value;
  return (
    Array.isArray(keys) && keys.length > 0 && keys.every(isKey) && Array.isArray(accounts) && accounts.every(isAccount)
  );
}

function isKey(value: unknown): value is JWK {
  return typeof value === 'object' && value !== null && 'kty' in value && 'kid' in value;
}

function isAccount(value: unknown): value is GoogleAccount {
  if (typeof value !== 'object' || value === null) return false;
  const fields = value as Record<string, unknown>;
  return (
    ['sub', 'email', 'name', 'givenName'].every((name) => typeof fields[name] === 'string') &&
    typeof fields.emailVerified === 'boolean'
  );
}

/** Writes the private file in one move: a crash leaves the old content or the new, never half of it. */
export async function writeKept(path: string, kept: Kept): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.new`;
  const file = await open(temporary, 'w', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(kept, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
}
