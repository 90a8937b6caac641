import { KEPT_HEADER } from '~/lib/device/names';

/** One request as a screen sent it. */
export interface Sent {
  method: string;
  path: string;
  body: unknown;
  idempotencyKey: string | null;
}

const NO_PREVIEWS = { status: 'none', photoId: null, pictures: [], renewalsLeft: 0, portraitsBy: 'studio' };

const NOTHING_PLANNED = { status: 'none', style: null, retouch: null, reason: null, generationId: null };

const NOT_JUDGED = { isJudgeable: false, isAsked: false, judgement: null };

/** `isKept`: the device gives it, since the server cannot be reached. */
type Answer = { status?: number; body?: unknown; isKept?: boolean } | Error;

/**
 * Stands in for the server: answers by «METHOD /path», keeps what was sent, and throws for everything else.
 * A list answers one after the other, its last entry for good.
 */
export function serve(answers: Record<string, Answer | Answer[]>): Sent[] {
  const sent: Sent[] = [];
  const left = new Map(
    Object.entries(answers).map(([request, answer]) => [request, Array.isArray(answer) ? [...answer] : [answer]]),
  );
  globalThis.fetch = async (input, init) => {
    const request = input instanceof Request ? input : new Request(input, init);
    const { pathname, search } = new URL(request.url);
    // Asked by itself after every call that got no answer, and no act of a screen.
    if (pathname === '/api/v1/health/live') return Response.json({ status: 'ok' });
    const name = `${request.method} ${pathname.replace('/api/v1', '')}${search}`;
    const queue = left.get(name);
    // Asked by themselves wherever a profile is shown: there are none, but in tests about them.
    if (!queue && pathname.endsWith('/previews')) return Response.json(NO_PREVIEWS);
    if (!queue && name.startsWith('GET') && pathname.endsWith('/planned-run')) return Response.json(NOTHING_PLANNED);
    if (!queue && name.startsWith('GET') && pathname.endsWith('/judgement')) return Response.json(NOT_JUDGED);
    if (!queue && name === 'GET /votes') return Response.json({ items: [] });
    const answer = queue && queue.length > 1 ? queue.shift() : queue?.[0];
    const isJson = request.headers.get('content-type')?.includes('json') ?? false;
    sent.push({
      method: request.method,
      path: pathname,
      body: isJson ? await request.clone().json() : undefined,
      idempotencyKey: request.headers.get('idempotency-key'),
    });
    // Kept before anything is thrown, so that what should not have been sent is seen.
    if (!answer) throw new Error(`Nothing answers ${name} in this test.`);
    if (answer instanceof Error) throw answer;
    const status = answer.status ?? 200;
    return new Response(status === 204 ? null : JSON.stringify(answer.body ?? {}), {
      status,
      headers: {
        'content-type': status < 400 ? 'application/json' : 'application/problem+json',
        ...(answer.isKept ? { [KEPT_HEADER]: '2026-11-22T09:00:00Z' } : {}),
      },
    });
  };
  return sent;
}

/** The answer of a refusal. */
export const refusal = (status: number, code: string, more: object = {}) => ({
  status,
  body: { type: 'about:blank', title: code, status, code, requestId: 'r', ...more },
});

/** The answer to a body that is not taken, with the field that is wrong. */
export const invalid = (path: string, code = 'custom', message = 'Invalid') =>
  refusal(400, 'validation', { fields: [{ path, code, message }] });
