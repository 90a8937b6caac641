import type { IncomingHttpHeaders } from 'node:http';
import type { Parts } from '../state/parts.js';

/** What a call gets to see of its request. */
export interface Call {
  /** What stood in place of `:name` in the path, decoded, in order. */
  ids: [string, ...string[]];
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** The JSON body; an empty object where none came. */
  json: unknown;
  /** The body as it came, for uploads. */
  bytes: Buffer;
}

/** What a call answers; no object means an empty body. */
export interface Reply {
  status: number;
  object?: object;
}

/** One call of the API. Everything `handle` refuses it refuses before it changes anything. */
export interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  /** The body is not JSON. */
  upload?: boolean;
  handle(parts: Parts, call: Call): Reply | Promise<Reply>;
}

/** The route for a request, and what its path names; null when there is none. */
export function findRoute(
  routes: readonly Route[],
  method: string,
  pathname: string,
): { route: Route; ids: string[] } | null {
  const given = pathname.split('/');
  for (const route of routes) {
    const pattern = route.path.split('/');
    if (route.method !== method || pattern.length !== given.length) continue;
    if (!pattern.every((part, at) => part === given[at] || (part === ':id' && given[at] !== ''))) continue;
    return { route, ids: given.filter((_, at) => pattern[at] === ':id').map(decode) };
  }
  return null;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
