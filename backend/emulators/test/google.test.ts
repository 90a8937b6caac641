import { request } from 'node:http';
import * as oidc from 'openid-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startGoogleEmulator, type GoogleEmulator } from '../src/google/index.js';
import * as world from './google-world.js';
import { Browser, callback, claims, clientId, clientSecret, type Attempt } from './google-world.js';

const options = { clientId, clientSecret, redirectUris: [callback] };

let google: GoogleEmulator;

beforeEach(async () => {
  world.listen();
  google = await startGoogleEmulator(options);
});

afterEach(async () => {
  await google.stop();
  world.expectSilence();
});

const newBrowser = (): Browser => new Browser(google.issuer);
const begin = (extra?: Record<string, string>, auth?: oidc.ClientAuth): Promise<Attempt> =>
  world.begin(google, extra, auth);
const subOf = (email: string): string => world.subOf(google, email);
const decide = (attempt: Attempt, form: Record<string, string>, browser = newBrowser()): Promise<URL> =>
  world.decide(browser, attempt, form);

async function signIn(
  form: Record<string, string>,
  extra: Record<string, string> = {},
  browser = newBrowser(),
): Promise<oidc.IDToken> {
  const attempt = await begin(extra);
  return claims(attempt, await decide(attempt, form, browser));
}

const refusal = (error: string): unknown => expect.objectContaining({ error });

describe('signing in', () => {
  it.each([
    [
      'petra.muster@gmail.com',
      { name: 'Petra Muster', given_name: 'Petra', family_name: 'Muster', email_verified: true },
    ],
    [
      'anna.beispiel@firma.example',
      { name: 'Anna Beispiel', given_name: 'Anna', family_name: 'Beispiel', email_verified: true, hd: 'firma.example' },
    ],
    [
      'reto.vorlage@example.org',
      { name: 'Reto Vorlage', given_name: 'Reto', family_name: 'Vorlage', email_verified: true },
    ],
    [
      'lea.entwurf@example.org',
      { name: 'Lea Entwurf', given_name: 'Lea', family_name: 'Entwurf', email_verified: false },
    ],
  ])('gives the claims of %s in the id token', async (email, expected) => {
    const attempt = await begin();
    const token = await claims(attempt, await decide(attempt, { account: subOf(email) }));
    expect(token).toMatchObject({
      iss: google.issuer,
      aud: clientId,
      nonce: attempt.checks.expectedNonce,
      email,
      ...expected,
    });
    expect('hd' in token).toBe('hd' in expected);
    expect(token).not.toHaveProperty('picture');
    expect(token.sub).toMatch(/^1\d{20}$/);
  });

  it('takes the client secret in the header as well, and answers userinfo', async () => {
    const attempt = await begin({}, oidc.ClientSecretBasic(clientSecret));
    const tokens = await oidc.authorizationCodeGrant(
      attempt.config,
      await decide(attempt, { account: subOf('petra.muster@gmail.com') }),
      attempt.checks,
    );
    const info = await oidc.fetchUserInfo(attempt.config, tokens.access_token, tokens.claims()!.sub);
    expect(info).toMatchObject({ email: 'petra.muster@gmail.com', email_verified: true });
    const fromPage = await fetch(`${google.issuer}/me`, {
      headers: { authorization: `Bearer ${tokens.access_token}`, origin: new URL(callback).origin },
    });
    expect(fromPage.status).toBe(400); // the server asks, never the page
    await oidc.tokenRevocation(attempt.config, tokens.access_token);
    await expect(oidc.fetchUserInfo(attempt.config, tokens.access_token, info.sub)).rejects.toThrow();
  });

  it('describes itself as Google does', async () => {
    const { config } = await begin();
    expect(config.serverMetadata()).toMatchObject({
      issuer: google.issuer,
      authorization_response_iss_parameter_supported: true,
      code_challenge_methods_supported: ['S256'],
      id_token_signing_alg_values_supported: ['RS256'],
      response_types_supported: ['code'],
      scopes_supported: ['openid', 'email', 'profile'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    });
  });

  it('makes a lasting account of a typed address, and asks again when something is missing', async () => {
    const browser = newBrowser();
    const { url } = await browser.follow((await begin()).url);
    const incomplete = await browser.send(url, { email: '"><b>x', name: '' });
    const text = await incomplete.text();
    expect(incomplete.status).toBe(422);
    expect(text).toContain('Geben Sie eine E-Mail-Adresse ein.');
    expect(text).toContain('Geben Sie einen Namen ein.');
    expect(text).toContain('value="&quot;&gt;&lt;b&gt;x"');
    expect((await browser.send(url, { email: 'a@example.org', name: 'x'.repeat(500_000) })).status).toBe(413);

    const first = await signIn({ email: ' Max.Muster@Example.org ', name: 'Max Emil Muster' });
    expect(first).toMatchObject({
      email: 'max.muster@example.org',
      email_verified: true,
      given_name: 'Max Emil',
      family_name: 'Muster',
    });
    expect(first).not.toHaveProperty('hd');
    expect((await signIn({ email: 'MAX.muster@example.org', name: '' })).sub).toBe(first.sub);
    expect(await (await newBrowser().follow((await begin()).url)).response.text()).toContain('max.muster@example.org');
  });

  it('takes a typed standard address as that account, not as a verified one', async () => {
    expect(await signIn({ email: 'lea.entwurf@example.org', name: 'Lea Falsch' })).toMatchObject({
      name: 'Lea Entwurf',
      email_verified: false,
    });
  });

  it('lets an account change its address and keep its sub', async () => {
    const { sub } = await google.addAccount({
      email: 'alt@example.org',
      name: 'Ida Muster',
      hostedDomain: 'example.org',
    });
    await google.addAccount({ sub, email: 'neu@example.org', name: 'Ida Muster', emailVerified: false });
    expect(await signIn({ account: sub })).toMatchObject({ sub, email: 'neu@example.org', email_verified: false });
  });
});

describe('refusals', () => {
  it('answers «Abbrechen» with access_denied and the state', async () => {
    const attempt = await begin();
    const back = await decide(attempt, { cancel: '1' });
    expect(back.href.startsWith(callback)).toBe(true);
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: 'access_denied',
      state: attempt.checks.expectedState,
      iss: google.issuer,
    });
    await expect(claims(attempt, back)).rejects.toEqual(refusal('access_denied'));
  });

  it('refuses a wrong code verifier, a wrong secret and a code used twice', async () => {
    const form = { account: subOf('petra.muster@gmail.com') };
    const wrongVerifier = await begin();
    const back = await decide(wrongVerifier, form);
    wrongVerifier.checks.pkceCodeVerifier = oidc.randomPKCECodeVerifier();
    await expect(claims(wrongVerifier, back)).rejects.toEqual(refusal('invalid_grant'));

    const wrongSecret = await begin({}, oidc.ClientSecretPost('another'));
    await expect(claims(wrongSecret, await decide(wrongSecret, form))).rejects.toEqual(refusal('invalid_client'));

    const twice = await begin();
    const once = await decide(twice, form);
    const { access_token: token } = await oidc.authorizationCodeGrant(twice.config, once, twice.checks);
    await expect(claims(twice, once)).rejects.toEqual(refusal('invalid_grant'));
    await expect(oidc.fetchUserInfo(twice.config, token, form.account)).rejects.toThrow(); // a code used twice was stolen
  });

  it('wants PKCE with S256 and leads to no foreign address', async () => {
    const noPkce = await begin();
    for (const name of ['code_challenge', 'code_challenge_method']) noPkce.url.searchParams.delete(name);
    expect((await newBrowser().follow(noPkce.url)).url.searchParams.get('error')).toBe('invalid_request');
    const plain = await begin({ code_challenge_method: 'plain' });
    expect((await newBrowser().follow(plain.url)).url.searchParams.get('error')).toBe('invalid_request');
    const foreign = await newBrowser().follow((await begin({ redirect_uri: 'http://localhost:3000/elsewhere' })).url);
    expect(foreign.url.origin).toBe(google.issuer);
    expect(foreign.response.status).toBe(400);
    expect(await foreign.response.text()).toContain('Anmeldung nicht möglich');
  });

  it("says so when the sign-in is not this browser's, or over", async () => {
    const { url } = await newBrowser().follow((await begin()).url);
    const stranger = await newBrowser().send(url, { account: subOf('petra.muster@gmail.com') });
    expect(stranger.status).toBe(400);
    expect(await stranger.text()).toContain('Diese Anmeldung ist abgelaufen');
    const browser = newBrowser();
    const attempt = await begin();
    const page = await browser.follow(attempt.url);
    const resume = (await browser.send(page.url, { account: subOf('petra.muster@gmail.com') })).headers.get(
      'location',
    )!;
    await claims(attempt, (await browser.follow(resume)).url);
    for (const again of [
      await browser.send(resume),
      await browser.send(page.url),
      await browser.send(page.url, { cancel: '1' }),
    ]) {
      expect(again.status).toBe(400);
      expect(await again.text()).toContain('Diese Anmeldung ist abgelaufen');
    }
  });

  it('answers nobody who calls it by another name', async () => {
    const { hostname, port } = new URL(google.issuer);
    const status = await new Promise((resolve, reject) => {
      request(
        { hostname, port, path: '/.well-known/openid-configuration', headers: { host: `evil.example:${port}` } },
        (response) => {
          response.resume();
          resolve(response.statusCode);
        },
      )
        .on('error', reject)
        .end();
    });
    expect(status).toBe(403);
  });
});

describe('a browser that is signed in', () => {
  const petra = 'petra.muster@gmail.com';

  it('passes at once, unless a choice, a login or a fresh login is asked for', async () => {
    const browser = newBrowser();
    await signIn({ account: subOf(petra) }, {}, browser);
    const silent = await begin({ prompt: 'none' });
    expect(await claims(silent, (await browser.follow(silent.url)).url)).toMatchObject({ email: petra });
    for (const prompt of ['select_account', 'login', 'consent', 'select_account consent']) {
      expect((await signIn({ account: subOf(petra) }, { prompt }, browser)).email, prompt).toBe(petra);
    }
    expect((await signIn({ account: subOf(petra) }, { max_age: '0' }, browser)).auth_time).toBeTypeOf('number');
  });

  it('tells when it signed in, and asks again once that is too long ago', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      const browser = newBrowser();
      const first = await signIn({ account: subOf(petra) }, { max_age: '600' }, browser);
      expect(first.auth_time).toBe(Math.floor(Date.now() / 1000));
      vi.setSystemTime(Date.now() + 300_000);
      const soon = await begin({ max_age: '600' });
      expect(await claims(soon, (await browser.follow(soon.url)).url)).toMatchObject({ auth_time: first.auth_time });
      vi.setSystemTime(Date.now() + 301_000);
      const later = await signIn({ account: subOf(petra) }, { max_age: '600' }, browser);
      expect(later.auth_time).toBe(first.auth_time! + 601);
    } finally {
      vi.useRealTimers();
    }
  });

  it('changes to another account without a page in between, also when a second tab was quicker', async () => {
    const browser = newBrowser();
    await signIn({ account: subOf(petra) }, {}, browser);
    const prompt = { prompt: 'select_account' };
    expect((await signIn({ account: subOf('reto.vorlage@example.org') }, prompt, browser)).email).toBe(
      'reto.vorlage@example.org',
    );

    const fresh = newBrowser();
    const attempt = await begin();
    const slow = await fresh.follow(attempt.url);
    await signIn({ account: subOf(petra) }, {}, fresh);
    const back = await fresh.follow(slow.url, { account: subOf('reto.vorlage@example.org') });
    expect((await claims(attempt, back.url)).email).toBe('reto.vorlage@example.org');
  });

  it('chooses anew when its account is gone', async () => {
    const browser = newBrowser();
    await signIn({ email: 'kurz@example.org', name: 'Kurz' }, {}, browser);
    for (let at = 0; at < 50; at++) await google.addAccount({ email: `viel${at}@example.org`, name: `Viel ${at}` });
    expect(google.accounts()).toHaveLength(54);
    expect((await signIn({ account: subOf(petra) }, {}, browser)).email).toBe(petra);
  });
});

describe('the page', () => {
  it('is German without ß, runs no script and lets the browser go back to the application', async () => {
    const { response } = await newBrowser().follow((await begin()).url);
    const text = await response.text();
    expect(text).toContain('Ersatz für Google – nur auf diesem Gerät, ohne echte Google-Konten');
    expect(text).toContain('Abbrechen');
    const nothing = await newBrowser().send('/');
    expect(nothing.status).toBe(404);
    const missing = await nothing.text();
    expect(missing).toContain('Hier ist nichts');
    for (const page of [text, missing]) expect(page).not.toMatch(/ß|<script|\son\w+=/i);
    const policy = response.headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("form-action 'self' http://localhost:3000;");
    expect(await (await newBrowser().send('/google.css')).text()).toContain('.accounts');
  });
});
