import { randomUUID } from 'node:crypto';

export interface Answer<T = Record<string, unknown>> {
  status: number;
  body: T;
  headers: Headers;
}

/** Speaks HTTP to the API as one person (or nobody). */
export class Caller {
  constructor(
    readonly origin: string,
    readonly token: string | null,
    /** Whose it is, where the test knows. */
    readonly userId: string | null = null,
  ) {}

  get<T = Record<string, unknown>>(path: string): Promise<Answer<T>> {
    return this.send<T>('GET', path);
  }

  /** Sends an idempotency key of its own unless one is given. */
  post<T = Record<string, unknown>>(path: string, body?: unknown, key: string = randomUUID()): Promise<Answer<T>> {
    return this.send<T>('POST', path, body, { 'idempotency-key': key });
  }

  patch<T = Record<string, unknown>>(path: string, body: unknown): Promise<Answer<T>> {
    return this.send<T>('PATCH', path, body);
  }

  put<T = Record<string, unknown>>(path: string, body: unknown): Promise<Answer<T>> {
    return this.send<T>('PUT', path, body);
  }

  delete(path: string): Promise<Answer> {
    return this.send('DELETE', path);
  }

  async send<T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    const response = await fetch(this.url(path), {
      method,
      headers: {
        ...this.authorization,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: (isJson(response) ? JSON.parse(text) : { text }) as T,
      headers: response.headers,
    };
  }

  upload<T = Record<string, unknown>>(profileId: string, bytes: Uint8Array<ArrayBuffer>): Promise<Answer<T>> {
    return this.sendFile<T>(`/ai-profiles/${profileId}/photos`, bytes);
  }

  /** Posts a file as browsers do. */
  async sendFile<T = Record<string, unknown>>(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<Answer<T>> {
    const form = new FormData();
    form.append('file', new Blob([bytes]), 'photo.jpg');
    const response = await fetch(this.url(path), { method: 'POST', headers: this.authorization, body: form });
    return { status: response.status, body: (await response.json()) as T, headers: response.headers };
  }

  /** Fetches a link the API handed out. */
  async download(link: string): Promise<{ status: number; bytes: Buffer; headers: Headers }> {
    const response = await fetch(new URL(link, this.origin), { headers: this.authorization });
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()), headers: response.headers };
  }

  private get authorization(): Record<string, string> {
    return this.token ? { authorization: `Bearer ${this.token}` } : {};
  }

  private url(path: string): string {
    return `${this.origin}/api/v1${path}`;
  }
}

export const idOf = async (caller: Caller): Promise<string> =>
  caller.userId ?? (await caller.get<{ id: string }>('/me')).body.id;

function isJson(response: Response): boolean {
  return /json/.test(response.headers.get('content-type') ?? '');
}
