import { setTimeout as wait } from 'node:timers/promises';
import { ReplicateRefused, ReplicateUnavailable } from './errors.js';

export interface TransportOptions {
  /** `https://api.replicate.com`, or what stands in for it. */
  apiUrl: string;
  token: string;
  /** Longest wait for one answer, milliseconds. */
  timeoutMs?: number;
  /** First pause before a call is repeated, milliseconds; it doubles each time. */
  backoffMs?: number;
}

/** How often a call is made at most, when nothing speaks against repeating it. */
const TRIES = 5;
const LONGEST_PAUSE_MS = 30_000;

export interface Call {
  method: 'GET' | 'POST' | 'DELETE';
  /** From `/v1` on, or a whole address the provider gave, on its own host. */
  path: string;
  body?: object;
  headers?: Record<string, string>;
  /** Whether doing it twice does no harm. What begins a run says false: only a refusal that did nothing is repeated. */
  repeatable: boolean;
  signal?: AbortSignal;
}

interface Answer {
  status: number;
  body: unknown;
  retryAfterMs: number | null;
}

/** Calls of the provider's HTTP API, with backoff where trying again may help. */
export class Transport {
  private readonly options: Required<TransportOptions>;

  constructor(options: TransportOptions) {
    this.options = { timeoutMs: 30_000, backoffMs: 500, ...options };
  }

  /** @throws ReplicateUnavailable, ReplicateRefused, the signal's reason */
  async call({ repeatable, signal, ...call }: Call): Promise<unknown> {
    for (let attempt = 1; ; attempt += 1) {
      const pauseMs = Math.min(LONGEST_PAUSE_MS, this.options.backoffMs * 2 ** (attempt - 1));
      try {
        const answer = await this.send(call, signal);
        if (answer.status < 300) return answer.body;
        // Too many calls: this one did nothing, whatever it was.
        if (answer.status === 429 && attempt < TRIES) {
          await wait(Math.min(LONGEST_PAUSE_MS, answer.retryAfterMs ?? pauseMs), undefined, signal ? { signal } : {});
          continue;
        }
        if (answer.status !== 429 && answer.status < 500)
          throw new ReplicateRefused(answer.status, detailOf(answer.body));
        throw new ReplicateUnavailable(`${call.method} ${call.path.split('?')[0]} answered ${answer.status}`);
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof ReplicateRefused || !repeatable || attempt >= TRIES) throw error;
        await wait(pauseMs, undefined, signal ? { signal } : {});
      }
    }
  }

  private async send(call: Omit<Call, 'repeatable' | 'signal'>, signal: AbortSignal | undefined): Promise<Answer> {
    const url = new URL(call.path, this.options.apiUrl);
    if (url.origin !== new URL(this.options.apiUrl).origin)
      throw new ReplicateRefused(0, 'an address lies on a foreign host');
    const timeout = AbortSignal.timeout(this.options.timeoutMs);
    try {
      const response = await fetch(url, {
        method: call.method,
        headers: {
          authorization: `Bearer ${this.options.token}`,
          ...(call.body ? { 'content-type': 'application/json' } : {}),
          ...call.headers,
        },
        ...(call.body ? { body: JSON.stringify(call.body) } : {}),
        redirect: 'error',
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      const text = await response.text();
      const seconds = Number(response.headers.get('retry-after'));
      const body = text ? parse(text) : null;
      // Something between us and the provider answered in its place.
      if (response.ok && body === undefined) throw new Error('the answer is no JSON');
      return { status: response.status, body: body ?? null, retryAfterMs: seconds > 0 ? seconds * 1000 : null };
    } catch (error) {
      throw new ReplicateUnavailable(`${call.method} ${call.path.split('?')[0]} was not answered`, { cause: error });
    }
  }
}

/** @returns undefined for what is no JSON */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function detailOf(body: unknown): string {
  const detail = typeof body === 'object' && body !== null ? (body as { detail?: unknown }).detail : null;
  return typeof detail === 'string' ? detail.slice(0, 300) : 'no reason given';
}
