import type { IncomingHttpHeaders } from 'node:http';
import type { Parts } from '../state/parts.js';

/** What a call gets to see of its request. */
export interface Call {
  /** What stood in place of `:id` in the path, decoded, in order. */
  ids: [string, ...string[]];
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** The JSON body; an empty object where none came. */
  json: unknown;
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
  handle(parts: Parts, call: Call): Reply | Promise<Reply>;
}
