import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { OpenIdProvider } from '../../src/integrations/google/openid.js';
import { findFreePort } from '../../src/embedded/ports.js';
import { ForgingIssuer, type Forgery } from '../support/forging-issuer.js';

const redirectUri = 'http://localhost:3000/auth';
const client = { clientId: 'bildnis-test', clientSecret: 'a secret for tests' };
let google: ForgingIssuer;
let provider: OpenIdProvider;

beforeEach(async () => {
  google = await ForgingIssuer.start(client.clientId, client.clientSecret);
  provider = new OpenIdProvider({ ...client, issuerUrl: google.issuer });
});
afterEach(() => google.stop());

async function redeem(
  forgery: Forgery = {},
  options: { freshLogin?: boolean; state?: string; issuer?: string | null } = {},
) {
  const secrets = provider.newSecrets();
  google.willGive(secrets.nonce, forgery);
  return provider.redeem(
    {
      code: 'a-code',
      state: options.state ?? secrets.state,
      issuer: options.issuer === undefined ? google.issuer : options.issuer,
    },
    secrets,
    { redirectUri, freshLogin: options.freshLogin ?? false },
  );
}

const now = () => Math.floor(Date.now() / 1000);

describe('the way there', () => {
  test('carries state, nonce and an S256 challenge, and asks which account', async () => {
    const secrets = provider.newSecrets();
    const query = Object.fromEntries(
      new URL(await provider.authorizationUrl(secrets, { redirectUri, freshLogin: false })).searchParams,
    );
    const challenge = createHash('sha256').update(secrets.codeVerifier).digest('base64url');
    expect(query).toEqual({
      client_id: client.clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid email profile',
      prompt: 'select_account',
      state: secrets.state,
      nonce: secrets.nonce,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    });
    expect(new Set([secrets.state, secrets.nonce, secrets.codeVerifier, provider.newSecrets().state]).size).toBe(4);
  });

  test('asks for a fresh login and its time when that is wanted', async () => {
    const { searchParams } = new URL(
      await provider.authorizationUrl(provider.newSecrets(), { redirectUri, freshLogin: true }),
    );
    expect(Object.fromEntries(searchParams)).toMatchObject({
      prompt: 'login',
      max_age: '0',
      claims: '{"id_token":{"auth_time":{"essential":true}}}',
    });
  });
});

describe('an honest answer', () => {
  test('becomes an identity; the code is redeemed with verifier and secret', async () => {
    const secrets = provider.newSecrets();
    google.willGive(secrets.nonce);
    const identity = await provider.redeem({ code: 'a-code', state: secrets.state, issuer: google.issuer }, secrets, {
      redirectUri,
      freshLogin: false,
    });
    expect(identity).toEqual({
      subject: '110000000000000000001',
      email: 'petra.muster@gmail.com',
      emailVerified: true,
      authoritative: true,
      name: 'Petra Muster',
    });
    expect(Object.fromEntries(google.asked!)).toEqual({
      grant_type: 'authorization_code',
      code: 'a-code',
      redirect_uri: redirectUri,
      code_verifier: secrets.codeVerifier,
      client_id: client.clientId,
      client_secret: client.clientSecret,
    });
  });

  test.each([
    ['a mailbox of Google', { email: 'Petra.Muster@GoogleMail.com ' }, true],
    ['a Workspace account', { email: 'petra@firma.example', hd: 'firma.example' }, true],
    ['an own address', { email: 'petra@example.org' }, false],
    ['a domain that only looks like Google’s', { email: 'petra@gmail.com.example.org' }, false],
    ['another domain that does', { email: 'petra@notgmail.com' }, false],
    [
      'an unverified Workspace address',
      { email: 'petra@firma.example', hd: 'firma.example', email_verified: false },
      false,
    ],
    ['an unverified mailbox', { email_verified: false }, false],
    ['a mailbox nothing is said about', { email_verified: undefined }, false],
  ])('%s: Google’s word about the address counts or not', async (_what, claims, authoritative) => {
    expect(await redeem({ claims })).toMatchObject({
      authoritative,
      email: ('email' in claims ? claims.email : undefined)?.trim().toLowerCase() ?? 'petra.muster@gmail.com',
    });
  });

  test('without a usable name there is none', async () => {
    expect((await redeem({ claims: { name: undefined } })).name).toBeNull();
    expect((await redeem({ claims: { name: 7 } })).name).toBeNull();
  });

  test('tells of a login minutes ago at most, when a fresh one was wanted', async () => {
    expect((await redeem({ claims: { auth_time: now() - 200 } }, { freshLogin: true })).subject).toBe(
      '110000000000000000001',
    );
  });
});

describe('a wrong answer is refused', () => {
  const failed = expect.objectContaining({ code: 'google_failed' }) as unknown;

  test.each<[string, Forgery]>([
    ['another nonce', { claims: { nonce: 'of-another-exchange' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['the audience of another client', { claims: { aud: 'somebody-else' } }],
    [
      'a second audience with another presenter',
      { claims: { aud: ['bildnis-test', 'somebody-else'], azp: 'somebody-else' } },
    ],
    ['a foreign issuer', { claims: { iss: 'https://evil.example' } }],
    ['an expired token', { claims: { exp: now() - 120 } }],
    ['a token that is not valid yet', { claims: { nbf: now() + 600 } }],
    ['no subject', { claims: { sub: undefined } }],
    ['no address', { claims: { email: undefined } }],
    ['no address worth the name', { claims: { email: 'petra' } }],
    ['an address said to be verified in words', { claims: { email_verified: 'true' } }],
    ['the algorithm «none»', { header: { alg: 'none' }, signedBy: 'nobody' }],
    ['another algorithm of the issuer', { header: { alg: 'PS256' } }],
    ['no signature', { signedBy: 'nobody' }],
    ['a signature with our secret', { header: { alg: 'HS256' }, signedBy: 'client secret' }],
    ['a stranger’s signature', { signedBy: 'stranger' }],
    ['a stranger’s key', { header: { kid: 'stranger' }, signedBy: 'stranger' }],
  ])('%s', async (_what, forgery) => {
    await expect(redeem(forgery)).rejects.toEqual(failed);
  });

  test.each([
    ['an old login', { auth_time: now() - 400 }],
    ['a login nobody knows the time of', {}],
  ])('%s, when a fresh one was wanted', async (_what, claims) => {
    await expect(redeem({ claims }, { freshLogin: true })).rejects.toEqual(failed);
  });

  test('another state, another issuer’s answer, or one that does not say whose it is', async () => {
    await expect(redeem({}, { state: 'another' })).rejects.toEqual(failed);
    await expect(redeem({}, { issuer: 'https://evil.example' })).rejects.toEqual(failed);
    await expect(redeem({}, { issuer: null })).rejects.toEqual(failed);
    expect(google.asked).toBeNull();
  });

  test('a code that is used up or another’s', async () => {
    const secrets = provider.newSecrets();
    google.willRefuse({ status: 400, body: '{"error":"invalid_grant"}' });
    await expect(
      provider.redeem({ code: 'x', state: secrets.state, issuer: google.issuer }, secrets, {
        redirectUri,
        freshLogin: false,
      }),
    ).rejects.toEqual(failed);
  });
});

describe('an outage is told from a refusal', () => {
  const unavailable = expect.objectContaining({ code: 'google_unavailable' }) as unknown;
  const attempt = () => {
    const secrets = provider.newSecrets();
    return provider.redeem({ code: 'x', state: secrets.state, issuer: google.issuer }, secrets, {
      redirectUri,
      freshLogin: false,
    });
  };

  test.each([
    ['an error page', { status: 503, body: '<h1>Service unavailable</h1>', type: 'text/html' }],
    ['an error of its own', { status: 500, body: '{"error":"server_error"}' }],
    ['a refusal of this client', { status: 401, body: '{"error":"invalid_client"}' }],
    ['nonsense', { status: 200, body: 'not json' }],
  ])('%s at the token endpoint', async (_what, refusal) => {
    google.willRefuse(refusal);
    await expect(attempt()).rejects.toEqual(unavailable);
  });

  test('keys that cannot be had', async () => {
    google.jwksStatus = 500;
    await expect(redeem()).rejects.toEqual(unavailable);
  });

  test('a provider that is gone, before and after it was discovered', async () => {
    const nowhere = new OpenIdProvider({ ...client, issuerUrl: `http://127.0.0.1:${await findFreePort()}` });
    await expect(nowhere.authorizationUrl(nowhere.newSecrets(), { redirectUri, freshLogin: false })).rejects.toEqual(
      unavailable,
    );
    await redeem();
    await google.stop();
    await expect(attempt()).rejects.toEqual(unavailable);
    google = await ForgingIssuer.start(client.clientId, client.clientSecret);
  });

  test('the log learns what failed, and nothing secret', async () => {
    google.willRefuse({ status: 500, body: '{"error":"server_error","error_description":"petra.muster@gmail.com"}' });
    const error = (await attempt().catch((caught: unknown) => caught)) as Error;
    expect(error.cause).toEqual(new Error('exchange: ClientError OAUTH_RESPONSE_IS_NOT_CONFORM 500'));
    google.willRefuse({
      status: 400,
      body: '{"error":"redirect_uri_mismatch","error_description":"petra.muster@gmail.com"}',
    });
    expect(((await attempt().catch((caught: unknown) => caught)) as Error).cause).toEqual(
      new Error('exchange: redirect_uri_mismatch (400)'),
    );
  });
});
