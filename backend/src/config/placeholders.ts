/** Words of examples. Short ones only where they stand by themselves: chance may write them within a real secret. */
const WORDS =
  /change.?me|example|your[-_ ]|placeholder|default|password|passwort|geheim|minioadmin|insert|replace|\bdummy\b|^(?:secret|admin|root|test|postgres|redis|bildnis|user|x+)$/i;
/** Passwords and keys that are never one's own, besides what looks like an example. */
const OPEN_DOORS = new Set(['postgres', 'minioadmin', 'admin', 'root', 'guest']);

/** Whether a secret is an example, or so regular that it was typed and not drawn: one character, steps of a keyboard, the same again. */
export function isPlaceholder(secret: string): boolean {
  if (WORDS.test(secret)) return true;
  const steps = Array.from(secret).filter(
    (character, at) => at > 0 && Math.abs(character.charCodeAt(0) - secret.charCodeAt(at - 1)) <= 1,
  ).length;
  const repeats = /^(.+?)\1+$/s.test(secret);
  return repeats || steps > secret.length * 0.7 || bitsOf(secret) < Math.min(40, secret.length * 2);
}

/** Entropy by the frequency of its characters, in bits. */
function bitsOf(secret: string): number {
  const counts = new Map<string, number>();
  for (const character of secret) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts.values()].reduce((bits, count) => bits - count * Math.log2(count / secret.length), 0);
}

/** Whether an address of a service bears a password everybody knows, or its own user's name. One without a password is none: it may be let in otherwise. */
export function hasOpenDoor(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { username, password } = new URL(address);
  const secret = decodeURIComponent(password);
  return secret !== '' && (secret === decodeURIComponent(username) || OPEN_DOORS.has(secret) || isPlaceholder(secret));
}

/** Whether it is an origin other people can reach: https, a name, perhaps a port, and nothing else. */
export function isPublicOrigin(value: string): boolean {
  const { protocol, origin, hostname } = new URL(value);
  return (
    protocol === 'https:' &&
    value.replace(/\/$/, '').toLowerCase() === origin &&
    !isOnThisMachine(hostname) &&
    !/\.(?:invalid|local|internal)$/.test(hostname)
  );
}

function isOnThisMachine(hostname: string): boolean {
  return /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])$/.test(hostname);
}

/** Whether mail goes out without TLS being asked for, to somewhere else than this machine or a neighbour that is reached by its bare name. */
export function isOpenMail(value: string): boolean {
  if (!URL.canParse(value)) return true;
  const { protocol, hostname, searchParams } = new URL(value);
  return (
    protocol !== 'smtps:' &&
    searchParams.get('requireTLS') !== 'true' &&
    searchParams.get('secure') !== 'true' &&
    hostname.includes('.') &&
    !isOnThisMachine(hostname)
  );
}
