/** One rejected field of a request, as Replicate lists them. */
export interface InvalidField {
  type: string;
  field: string;
  description: string;
}

/** An error answer in Replicate's shape (`application/problem+json`). */
export class ReplicateRefusal extends Error {
  constructor(
    readonly status: number,
    readonly title: string,
    detail: string,
    readonly more: Record<string, unknown> = {},
    readonly headers: Record<string, string> = {},
  ) {
    super(detail);
    this.name = 'ReplicateRefusal';
  }

  /** The JSON body Replicate sends with it. */
  body(): Record<string, unknown> {
    return { title: this.title, detail: this.message, status: this.status, ...this.more };
  }
}

/** 404: there is nothing here, or nothing that this account may see. */
export function notFound(): ReplicateRefusal {
  return new ReplicateRefusal(404, 'Not found', 'The requested resource could not be found.');
}

/** 422: the request is understood, its content is not acceptable. One line of `detail` for each field. */
export function invalidInput(fields: readonly InvalidField[]): ReplicateRefusal {
  const detail = fields.map(({ field, description }) => `- ${field}: ${description}\n`).join('');
  return new ReplicateRefusal(422, 'Input validation failed', detail, { invalid_fields: fields });
}

/** 429 with the seconds to wait, in the header and in the body. */
export function throttled(seconds: number): ReplicateRefusal {
  return new ReplicateRefusal(
    429,
    'Too many requests',
    `Request was throttled. Your rate limit resets in ~${seconds}s.`,
    { retry_after: seconds },
    { 'retry-after': String(seconds), 'ratelimit-remaining': '0', 'ratelimit-reset': String(seconds) },
  );
}
