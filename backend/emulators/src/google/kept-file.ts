import type { JWK } from 'oidc-provider';
import { readPrivate, writePrivate } from '../state/index.js';
import type { GoogleAccount } from './account.js';

/** What outlives a restart. */
export interface Kept {
  /** Private signing keys. */
  keys: JWK[];
  /** Accounts added to the standard ones, oldest first. */
  accounts: GoogleAccount[];
}

/** Reads the file; null where there is none. @throws when it is damaged: fresh keys would invalidate tokens without a word */
export function readKept(path: string): Promise<Kept | null> {
  return readPrivate(path, 'Google', (text) => {
    const value: unknown = JSON.parse(text);
    if (!isKept(value)) throw new Error('keys or accounts are missing');
    return value;
  });
}

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

export const writeKept = (path: string, kept: Kept): Promise<void> =>
  writePrivate(path, `${JSON.stringify(kept, null, 2)}\n`);
