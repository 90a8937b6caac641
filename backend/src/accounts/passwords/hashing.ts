import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../../platform/errors/index.js';
import { passwordProblem } from './password-rule.js';

/** argon2id with the OWASP parameters (19 MiB, 2 passes). */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export function hashPassword(password: string): Promise<string> {
  return hash(password, PARAMETERS);
}

let decoy: Promise<string> | undefined;

/** Takes as long for an unknown account as for a known one. */
export async function passwordMatches(storedHash: string | null, password: string): Promise<boolean> {
  if (storedHash) return verify(storedHash, password);
  decoy ??= hashPassword('decoy');
  await verify(await decoy, password);
  return false;
}

/** @throws AppError `weak_password` below the specification's floor, `common_password` for what everybody would try first. */
export function demandStrength(password: string, person: { email?: string; displayName?: string | null }): void {
  const problem = passwordProblem(password, person);
  if (problem) throw new AppError(problem === 'too_short' ? 'weak_password' : 'common_password');
}
