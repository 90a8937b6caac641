import { invalidInput, ReplicateRefusal } from './refusal.js';

const longestWait = 60_000;
const shortestLife = 5_000;
const units: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1000 };

/** Milliseconds a client wants to wait for the result (`Prefer: wait=5`); null when it does not. @throws ReplicateRefusal 422 */
export function waitFor(header: string | string[] | undefined): number | null {
  if (typeof header !== 'string') return null;
  const match = /^wait(?:=([1-9]|[1-5]\d|60))?$/.exec(header);
  if (!match)
    throw invalidInput([{ type: 'format', field: 'Prefer', description: 'Must be wait or wait=1 to wait=60' }]);
  return match[1] ? Number(match[1]) * 1000 : longestWait;
}

/** Milliseconds a prediction may live (`Cancel-After: 1h30m`, plain numbers are seconds); null for as long as it takes. @throws ReplicateRefusal 400 */
export function cancelAfter(header: string | string[] | undefined): number | null {
  if (header === undefined) return null;
  const text = String(header);
  const parts = /^(?:\d+[hms])+$/.test(text) ? [...text.matchAll(/(\d+)([hms])/g)] : [];
  const lifetime = /^\d+$/.test(text)
    ? Number(text) * 1000
    : parts.reduce((sum, [, count, unit]) => sum + Number(count) * (units[unit ?? ''] ?? 0), 0);
  if (lifetime < shortestLife) {
    throw new ReplicateRefusal(
      400,
      'Invalid Cancel-After header',
      'Cancel-After must be a duration of at least 5 seconds, such as 30s or 5m.',
    );
  }
  return lifetime;
}
