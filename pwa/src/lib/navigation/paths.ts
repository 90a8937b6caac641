/** What the server keeps of a path at most. */
const LONGEST = 500;

/**
 * Accepts a path of ours to go to after signing in, and nothing else: no other origin, no scheme, no `//host`, and not the sign-in page.
 * @returns the path with its query, or undefined
 */
export function ownPath(value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('/')) return undefined;
  const origin = 'https://own.invalid';
  if (!URL.canParse(value, origin)) return undefined;
  const url = new URL(value, origin);
  if (url.origin !== origin || url.pathname.startsWith('/auth')) return undefined;
  const path = `${url.pathname}${url.search}${url.hash}`;
  // `/a/..//host` is a path for the parser and another host for the browser that follows the result.
  return path.startsWith('//') || path.length > LONGEST ? undefined : path;
}
