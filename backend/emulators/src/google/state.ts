import { createHash, generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import type { JWK } from 'oidc-provider';
import { makeAccount, normalEmail, standardAccounts, type AccountDetails, type GoogleAccount } from './account.js';
import { readKept, writeKept, type Kept } from './kept-file.js';

const mostAdded = 50;

/** Accounts and signing keys; the standard accounts and at most 50 added ones, of which the oldest goes first. */
export class State {
  private readonly added: Map<string, GoogleAccount>;
  private last: Promise<void> = Promise.resolve();

  private constructor(
    readonly keys: readonly JWK[],
    accounts: readonly GoogleAccount[],
    private readonly path: string | undefined,
  ) {
    this.added = new Map(accounts.map((account) => [account.sub, account]));
  }

  /** Opens the state of a file, or a fresh one; keys are made on first use. */
  static async open(path: string | undefined): Promise<State> {
    const kept = path === undefined ? null : await readKept(path);
    const state = new State(kept?.keys ?? [await makeKey()], kept?.accounts ?? [], path);
    if (kept === null) await state.save();
    return state;
  }

  accounts(): GoogleAccount[] {
    return [...standardAccounts.filter(({ sub }) => !this.added.has(sub)), ...this.added.values()];
  }

  find(sub: string): GoogleAccount | undefined {
    return this.added.get(sub) ?? standardAccounts.find((account) => account.sub === sub);
  }

  findByEmail(email: string): GoogleAccount | undefined {
    return this.accounts().find((account) => account.email === normalEmail(email));
  }

  /** Adds an account, in place of the one with the same sub. Resolves when it is on disk. */
  async add(details: AccountDetails): Promise<GoogleAccount> {
    const account = makeAccount(details);
    this.added.delete(account.sub);
    this.added.set(account.sub, account);
    for (const sub of this.added.keys()) if (this.added.size > mostAdded) this.added.delete(sub);
    await this.save();
    return account;
  }

  private save(): Promise<void> {
    const { path } = this;
    if (path === undefined) return Promise.resolve();
    const done = this.last.then(() => writeKept(path, this.kept()));
    // One writer at a time; a failed write is its caller's trouble, not the next one's.
    this.last = done.catch(() => undefined);
    return done;
  }

  private kept(): Kept {
    return { keys: [...this.keys], accounts: [...this.added.values()] };
  }
}

async function makeKey(): Promise<JWK> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const key = privateKey.export({ format: 'jwk' });
  const kid = createHash('sha256').update(`${key.n}.${key.e}`).digest('hex').slice(0, 40);
  return { ...key, kid, alg: 'RS256', use: 'sig' };
}
