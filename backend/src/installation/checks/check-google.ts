import { good, off, todo, wordsOf, type Found, type Installation } from './finding.js';

const ANSWER_MS = 10_000;

/** What the token endpoint says to a code that nobody has: of our client it says nothing wrong. */
const ACCEPTED = new Set(['invalid_grant']);

export async function checkGoogle({ config }: Installation): Promise<Found[]> {
  const { google } = config;
  if (!google) return [off('Anmelden mit Google ist nicht eingerichtet')];
  const redirectUri = `${config.publicOrigin}/auth`;
  const ask = (url: string, init: RequestInit = {}) => fetch(url, { ...init, signal: AbortSignal.timeout(ANSWER_MS) });
  const discovery = await ask(`${google.issuerUrl.replace(/\/$/, '')}/.well-known/openid-configuration`);
  const { token_endpoint: tokens } = (await discovery.json()) as { token_endpoint?: string };
  if (!discovery.ok || !tokens) return [todo(`${google.issuerUrl} beschreibt keine Anmeldung`)];
  const answer = await ask(tokens, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: 'installation-check',
      client_id: google.clientId,
      client_secret: google.clientSecret,
      redirect_uri: redirectUri,
    }),
  });
  const { error } = (await answer.json().catch((failure: unknown) => ({ error: wordsOf(failure) }))) as {
    error?: string;
  };
  if (ACCEPTED.has(error ?? '')) return [good('Google kennt den Client')];
  if (error === 'redirect_uri_mismatch')
    return [todo(`Tragen Sie bei Google die Weiterleitungsadresse ${redirectUri} ein`)];
  return [todo(`Google weist GOOGLE_CLIENT_ID oder GOOGLE_CLIENT_SECRET ab (${error ?? answer.status})`)];
}
