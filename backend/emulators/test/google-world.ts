import * as oidc from 'openid-client';
import { expect, vi } from 'vitest';
import type { GoogleEmulator } from '../src/google/index.js';

export const clientId = 'bildnis-local';
export const clientSecret = 'a secret: with +/% signs';
export const callback = 'http://localhost:3000/api/v1/auth/google/callback';

// The provider speaks to the console when a setting is left to its defaults, once per process: so from the first start on.
const written = (['log', 'info', 'warn', 'error'] as const).map((name) => vi.spyOn(console, name));

/** Begins to listen to what is said to the console; for before a start, also of the file that comes first. */
export function listen(): void {
  for (const spy of written) spy.mockClear();
}

export function expectSilence(): void {
  for (const spy of written) expect(spy.mock.calls, 'words on the console').toEqual([]);
}

/** As much of a browser as signing in needs: cookies with their paths, and every redirect in plain sight. */
export class Browser {
  private readonly cookies = new Map<string, { pair: string; path: string }>();

  constructor(private readonly issuer: string) {}

  async send(address: string | URL, form?: Record<string, string>): Promise<Response> {
    const url = new URL(address, this.issuer);
    const cookie = [...this.cookies.values()]
      .filter(({ path }) => url.pathname.startsWith(path))
      .map(({ pair }) => pair);
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: cookie.join('; '), accept: 'text/html' },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair, name] = /^([^=]+)=[^;]*/.exec(line)!;
      const path = /path=([^;]+)/i.exec(line)?.[1] ?? '/';
      if (/expires=Thu, 01 Jan 1970/i.test(line)) this.cookies.delete(name + path);
      else this.cookies.set(name + path, { pair, path });
    }
    return response;
  }

  /** Follows redirects until a page or the application's callback is reached. */
  async follow(address: string | URL, form?: Record<string, string>): Promise<{ url: URL; response: Response }> {
    let url = new URL(address, this.issuer);
    let response = await this.send(url, form);
    while (response.headers.get('location')) {
      url = new URL(response.headers.get('location')!, url);
      if (url.origin !== this.issuer) break;
      response = await this.send(url);
    }
    return { url, response };
  }
}

export interface Attempt {
  config: oidc.Configuration;
  url: URL;
  checks: { pkceCodeVerifier: string; expectedState: string; expectedNonce: string };
}

/** What the application does before it sends the browser away. */
export async function begin(
  google: GoogleEmulator,
  extra: Record<string, string> = {},
  auth = oidc.ClientSecretPost(clientSecret),
): Promise<Attempt> {
  const config = await oidc.discovery(new URL(google.issuer), clientId, undefined, auth, {
    execute: [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks],
  });
  const checks = {
    pkceCodeVerifier: oidc.randomPKCECodeVerifier(),
    expectedState: oidc.randomState(),
    expectedNonce: oidc.randomNonce(),
  };
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: callback,
    scope: 'openid email profile',
    state: checks.expectedState,
    nonce: checks.expectedNonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
    code_challenge_method: 'S256',
    ...extra,
  });
  return { config, url, checks };
}

export function subOf(google: GoogleEmulator, email: string): string {
  return google.accounts().find((account) => account.email === email)!.sub;
}

/** Goes through the page with a decision; gives the address the application is called back at. */
export async function decide(browser: Browser, attempt: Attempt, form: Record<string, string>): Promise<URL> {
  const page = await browser.follow(attempt.url);
  expect(page.url.pathname).toMatch(/^\/anmelden\//);
  return (await browser.follow(page.url, form)).url;
}

/** What the application does when it is called back; rejects as openid-client does. */
export async function claims({ config, checks }: Attempt, back: URL): Promise<oidc.IDToken> {
  return (await oidc.authorizationCodeGrant(config, back, { ...checks, idTokenExpected: true })).claims()!;
}
