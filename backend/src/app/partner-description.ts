import type { OpenAPIObject } from '@nestjs/swagger';
import { facts } from '../facts/index.js';
import { EXAMPLES } from './partner-examples.js';

/** What the API says of itself to developers of partners. */
export const ABOUT = `Business portraits from a person's own photos.

**First portraits.** Make an API key in the settings of an account, with the scopes you need, and send it as \`Authorization: Bearer bk_…\`. Then: \`createAiProfile\`, \`uploadPhoto\` (${facts.photos.min} to ${facts.photos.max} times), \`startTraining\`, wait for \`ready\`, \`createGeneration\`, wait for \`completed\`, download.

**Conventions.** Times are ISO 8601 in UTC, money is integer Rappen. What belongs to somebody else answers like what does not exist (404). Clients accept unknown fields, unknown values of \`code\`, and unknown live events.

**Errors** are problem documents (RFC 9457) with a stable \`code\` and the \`requestId\` that support asks for.

**Commands that spend** take an \`Idempotency-Key\`: a retry with the same key has one effect and one answer.

**Limits.** Each key may make ${facts.api.requestsPerMinute} requests a minute, of which ${facts.api.commandsPerMinute} may be commands that spend or upload. Every answer says what is left (\`RateLimit-Policy\`, \`RateLimit\`); a 429 says when to come back (\`Retry-After\`).

**Browsers.** Pages of any origin may call the API with a key, never with cookies. A key in a page is readable by whoever opens the page: use one made for it, with few scopes.

**Changes.** Within \`/api/v1\` nothing is taken away without notice: an operation that is to go says so at least ${facts.api.sunsetMonths} months before, in this description and with every answer (\`Deprecation\`, \`Sunset\`).`;

/** Every tag, in the order of a partner's day, and then what is for others. */
export const TAGS: Record<string, string> = {
  'ai-profiles': 'Profiles: a draft with photos, a training, then portraits. One person per profile.',
  styles: 'What portraits can look like.',
  generations: 'Runs of portraits, and favourites among them.',
  media:
    'Files, by the links that other answers carry. Links are signed, expire, and need the key or session of their owner.',
  webhooks: 'Where your program is told what happened: endpoints, their secrets, and what was delivered.',
  accounts: 'The account, its consents, and the ways into it. Most of it is closed to keys.',
  credits: 'What was granted, spent and returned.',
  billing: 'Plans, orders, subscriptions and invoices.',
  'api-keys': 'Keys of programs. Only people make and revoke them.',
  'image-checks': 'Whether a picture was made here.',
  examples: 'Portraits of real people that may be shown on public pages, and how their owners release them.',
  misuse: 'Report that a picture of somebody was misused.',
  votes: 'Friends choose among portraits by a link that ends; of the app.',
  judgements: 'What customers say of runs they paid for; of the app. Keys judge nothing.',
  service: 'What kind of installation this is.',
  health: 'For whoever operates an installation.',
  push: 'Push messages to browsers; of the app.',
  site: 'What the public pages need; of the app.',
  providers: 'What providers call: payments and the hosted engine. Signed, and of no use to anybody else.',
  admin: 'For admins with a second factor.',
};

const HEADERS = {
  'RateLimit-Policy': {
    description: 'The budgets of the API key that this call counts against: requests `q` in `w` seconds.',
    example: `"default";q=${facts.api.requestsPerMinute};w=60`,
  },
  RateLimit: {
    description: 'What is left of each budget: `r` requests, for `t` seconds.',
    example: '"default";r=286;t=41',
  },
  'Retry-After': { description: 'Seconds until a next try makes sense.', example: '41' },
  'X-Request-Id': {
    description: 'The number of this request, for support.',
    example: '0b6f0e0a-6f0e-4c7e-9a55-0d1a2b3c4d5e',
  },
} as const;
type HeaderName = keyof typeof HEADERS;
const KEYED: HeaderName[] = ['RateLimit-Policy', 'RateLimit', 'X-Request-Id'];
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

interface Described {
  operationId?: string;
  tags?: string[];
  'x-deprecated-since'?: string;
  'x-sunset'?: string;
  security?: Record<string, string[]>[];
  requestBody?: { content: Record<string, { example?: unknown }> };
  responses: Record<string, { headers?: object; content?: Record<string, { example?: unknown }> }>;
}

/** Adds what a partner needs besides the operations: tags in words, the headers of limits, examples of the main path. */
export function describeForPartners(document: OpenAPIObject): void {
  const used = new Set(operationsOf(document).flatMap(({ tags }) => tags ?? []));
  document.tags = Object.entries(TAGS)
    .filter(([name]) => used.has(name))
    .map(([name, description]) => ({ name, description }));
  (document.components ??= {}).headers = Object.fromEntries(
    Object.entries(HEADERS).map(([name, header]) => [name, { ...header, schema: { type: 'string' } }]),
  );
  for (const operation of operationsOf(document)) describe(operation);
}

const operationsOf = ({ paths }: OpenAPIObject): Described[] =>
  Object.values(paths).flatMap((item) =>
    METHODS.flatMap((method) => (item[method] ? [item[method] as Described] : [])),
  );

function describe(operation: Described): void {
  requireNotice(operation);
  const isKeyed = operation.security?.some((way) => 'apiKey' in way) ?? false;
  for (const [status, response] of Object.entries(operation.responses)) {
    const names: HeaderName[] = [
      ...(isKeyed ? KEYED : []),
      ...(status === '429' || status === '503' ? ['Retry-After' as const] : []),
    ];
    if (names.length > 0)
      response.headers = Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
  }
  illustrate(operation);
}

function illustrate(operation: Described): void {
  const example = EXAMPLES[operation.operationId ?? ''];
  const sent = operation.requestBody?.content['application/json'];
  if (sent && example?.request) sent.example = example.request;
  const [, answer] = Object.entries(operation.responses).find(([status]) => status.startsWith('2')) ?? [];
  const received = answer?.content?.['application/json'];
  if (received && example?.response) received.example = example.response;
}

/** @throws RangeError for an end that comes sooner than promised (sdk/guides/versioning.md) */
function requireNotice({ operationId, 'x-deprecated-since': since, 'x-sunset': sunset }: Described): void {
  if (!since || !sunset) return;
  const earliest = new Date(since);
  earliest.setUTCMonth(earliest.getUTCMonth() + facts.api.sunsetMonths);
  if (!(Date.parse(sunset) >= earliest.getTime()))
    throw new RangeError(
      `${operationId}, deprecated on ${since}, stays until ${earliest.toISOString().slice(0, 10)} at least, not ${sunset}`,
    );
}
