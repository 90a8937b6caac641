import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { AppError } from '../../platform/errors/index.js';
import { passwordProblem } from './password-rule.js';

/** argon2id with the OWASP parameters (19 MiB, 2 passes). */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Half of the threads that also read files and look names up; who hashes more at once waits in the order they came. */
const line = pLimit(2);
const WAITING = 64;

function inLine<T>(work: () => Promise<T>): Promise<T> {
  if (line.pendingCount >= WAITING) return Promise.reject(new AppError('unavailable', { retryAfterSeconds: 5 }));
  return line(work);
}

/** @throws AppError `unavailable` while too many wait. */
export function hashPassword(password: string): Promise<string> {
  return inLine(() => hash(password, PARAMETERS));
}

let decoy: Promise<string> | undefined;

/** Takes as long for an unknown account as for a known one. Throws like `hashPassword`. */
export async function passwordMatches(storedHash: string | null, password: string): Promise<boolean> {
  if (storedHash) return inLine(() => verify(storedHash, password));
  decoy ??= hash('decoy', PARAMETERS);
  const unknown = await decoy;
  await inLine(() => verify(unknown, password));
  return false;
}

/** @throws AppError `weak_password` below six characters, `common_password` for what everybody would try first. */
export function requireStrength(password: string, person: { email?: string; displayName?: string | null }): void {
  const problem = passwordProblem(password, person);
  if (problem) throw new AppError(problem === 'too_short' ? 'weak_password' : 'common_password');
}
