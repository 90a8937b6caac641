import { Caller, type Answer } from './caller.js';
import type { Product } from './product.js';

export interface GoogleAnswer extends Record<string, unknown> {
  status: string;
  code: string;
  user: { id: string; email: string; displayName: string | null; emailConfirmed: boolean } | null;
  token: string | null;
  ticket: string | null;
  needs: string[];
  email: string | null;
  displayName: string | null;
  redirect: string | null;
}

/** What Google sends back with the browser. */
export type Return = Record<string, string>;

/** A browser that goes to Google and comes back: it keeps cookies, and may be signed in here already. */
export class GoogleVisitor {
  private readonly cookies = new Map<string, string>();

  constructor(
    private readonly product: Product,
    readonly token: string | null = null,
  ) {}

  /** @returns where to send the browser. */
  async start(body: Record<string, unknown> = { purpose: 'sign_in' }): Promise<Answer<{ url: string; code: string }>> {
    return this.post<{ url: string; code: string }>('/auth/google/start', body);
  }

  /** Goes to Google, takes an account there (or leaves), and comes back. */
  async choose(email: string | null, body?: Record<string, unknown>): Promise<Return> {
    const started = await this.start(body);
    if (started.status !== 200) throw new Error(`start answered ${started.status} ${JSON.stringify(started.body)}`);
    return this.decide(started.body.url, email);
  }

  async decide(url: string, email: string | null): Promise<Return> {
    const google = this.product.google!;
    const account = google.accounts().find((one) => one.email === email);
    if (email !== null && !account) throw new Error(`no Google account ${email}`);
    const page = await this.follow(new URL(url));
    const back = await this.follow(page, new URLSearchParams(account ? { account: account.sub } : { cancel: '1' }));
    if (!back.href.startsWith(`${this.product.origin}/auth?`)) throw new Error(`Google led to ${back.href}`);
    return Object.fromEntries(back.searchParams);
  }

  finish(back: Return, session: 'cookie' | 'token' = 'token'): Promise<Answer<GoogleAnswer>> {
    const { code, state, iss, error } = back;
    return this.post<GoogleAnswer>('/auth/google/finish', {
      ...(code && { code }),
      ...(state && { state }),
      ...(iss && { iss }),
      ...(error && { error }),
      session,
    });
  }

  /** The whole way, for an account that is at Google. */
  async signIn(email: string, body?: Record<string, unknown>): Promise<Answer<GoogleAnswer>> {
    return this.finish(await this.choose(email, body));
  }

  complete(ticket: string | null, given: Record<string, unknown>): Promise<Answer<GoogleAnswer>> {
    return this.post<GoogleAnswer>('/auth/google/complete', { ticket, session: 'token', ...given });
  }

  /** Takes another browser's cookies along. */
  borrow(other: GoogleVisitor): void {
    for (const [key, pair] of other.cookies) this.cookies.set(key, pair);
  }

  async post<T>(path: string, body: unknown): Promise<Answer<T>> {
    const answer = await new Caller(this.product.origin, this.token).send<T>('POST', path, body, {
      cookie: this.cookiesFor(new URL(`${this.product.origin}/api/v1${path}`)),
    });
    this.keep(this.product.origin, answer.headers);
    return answer;
  }

  private async follow(start: URL, form?: URLSearchParams): Promise<URL> {
    const { issuer } = this.product.google!;
    let url = start;
    let body = form;
    for (;;) {
      const response = await fetch(url, {
        redirect: 'manual',
        headers: { cookie: this.cookiesFor(url), accept: 'text/html' },
        ...(body && { method: 'POST', body }),
      });
      body = undefined;
      await response.arrayBuffer();
      this.keep(url.origin, response.headers);
      const next = response.headers.get('location');
      if (!next) return url;
      url = new URL(next, url);
      if (url.origin !== issuer) return url;
    }
  }

  private cookiesFor(url: URL): string {
    return [...this.cookies]
      .filter(([key]) => `${url.origin} ${url.pathname}`.startsWith(key.slice(0, key.lastIndexOf(' '))))
      .map(([, pair]) => pair)
      .join('; ');
  }

  private keep(origin: string, headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const pair = line.split(';')[0]!;
      const key = `${origin} ${/path=([^;]+)/i.exec(line)?.[1] ?? '/'} ${pair.split('=')[0]}`;
      if (/expires=Thu, 01 Jan 1970/i.test(line)) this.cookies.delete(key);
      else this.cookies.set(key, pair);
    }
  }
}
