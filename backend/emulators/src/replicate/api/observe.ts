import type { RememberedCall } from './remembered-calls.js';
import type { WireAnswer, WireRequest } from '../../pages/byte-server.js';

/** A call of the API as it went over the wire. */
export interface ObservedExchange {
  method: string;
  /** Path and query. */
  url: URL;
  headers: WireRequest['headers'];
  body: string;
  status: number;
  /** Content type of the answer; null for none. */
  type: string | null;
  answer: string;
}

/** What tests get to see of a call afterwards. `status` is null when its answer was lost, `at` milliseconds. */
export function rememberedCall(request: WireRequest, status: number | null, at: number): RememberedCall {
  const { pathname, search } = request.url;
  let body: unknown = null;
  if (isJson(request)) {
    const text = request.body.toString('utf8');
    try {
      body = JSON.parse(text);
    } catch {
      body = text;
    }
  }
  return { method: request.method, path: pathname + search, body, status, at };
}

/** What checks against a contract get to see of a call. Uploads show no body. */
export function observed(request: WireRequest, answer: WireAnswer): ObservedExchange {
  return {
    method: request.method,
    url: request.url,
    headers: request.headers,
    body: isJson(request) ? request.body.toString('utf8') : '',
    status: answer.status,
    type: answer.headers['content-type'] ?? null,
    answer: String(answer.body),
  };
}

function isJson(request: WireRequest): boolean {
  return request.body.length > 0 && !(request.headers['content-type'] ?? '').startsWith('multipart/');
}
