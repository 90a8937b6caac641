import { randomBytes } from 'node:crypto';
import {
  errors,
  interactionPolicy,
  Provider,
  type Configuration,
  type Grant,
  type KoaContextWithOIDC,
} from 'oidc-provider';
import { claimsOf } from './account.js';
import { BoundedAdapter } from './bounded-adapter.js';
import { errorPage, expiredPage } from './other-pages.js';
import { giveAnswer } from './give-answer.js';
import type { State } from './state.js';

/** The only client the emulator knows. */
export interface GoogleClient {
  clientId: string;
  clientSecret: string;
  /** Full addresses the browser may return to; `http://localhost` is fine. */
  redirectUris: readonly string[];
}

/** Origins the browser may be sent back to. */
export function returnOrigins({ redirectUris }: GoogleClient): string[] {
  return [...new Set(redirectUris.map((uri) => new URL(uri).origin))];
}

/** Where «Zurück zu Bildnis» leads. */
export function homeOf(client: GoogleClient): string {
  return returnOrigins(client)[0] ?? '/';
}

/** Where the browser chooses its account; the interaction's id follows. */
export const signInPath = '/anmelden/';

const scopes = ['openid', 'email', 'profile'];
const hour = 3600;

/** An OpenID provider that speaks as Google does: code flow with PKCE, RS256, the claims in the id token itself. */
export function makeProvider(issuer: string, client: GoogleClient, state: State): Provider {
  return new Provider(issuer, configuration(client, state));
}

function configuration(client: GoogleClient, state: State): Configuration {
  return {
    adapter: BoundedAdapter,
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [...client.redirectUris],
        // A web client without the implicit flow may return to http addresses; the secret is taken by header and by body alike.
        application_type: 'web',
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_basic',
      },
    ],
    jwks: { keys: [...state.keys] },
    // Cookies know no ports: names of its own keep clear of the product and the other emulators on 127.0.0.1.
    cookies: {
      keys: [randomBytes(32).toString('hex')],
      names: { session: 'google_session', interaction: 'google_interaction', resume: 'google_resume' },
    },
    scopes,
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified', 'hd'],
      profile: ['name', 'given_name', 'family_name'],
    },
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post'],
    enabledJWA: { idTokenSigningAlgValues: ['RS256'] },
    pkce: { required: () => true },
    ttl: {
      AccessToken: hour,
      AuthorizationCode: 60,
      IdToken: hour,
      Interaction: hour,
      Session: 14 * 24 * hour,
      Grant: 14 * 24 * hour,
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      dPoP: { enabled: false },
      userinfo: { enabled: true },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
    },
    clientBasedCORS: () => false,
    interactions: { policy: policy(), url: (_ctx, interaction) => signInPath + interaction.uid },
    findAccount: (_ctx, sub) => {
      const account = state.find(sub);
      return account && { accountId: sub, claims: () => claimsOf(account) };
    },
    loadExistingGrant: grantAll,
    renderError: (ctx, out, error) => {
      const home = homeOf(client);
      giveAnswer(ctx, error instanceof errors.SessionNotFound ? expiredPage(home) : errorPage(ctx.status, out, home));
    },
  };
}

/** Google's prompts: the choice of an account can be asked for, and an account that is gone must be chosen anew. */
function policy(): interactionPolicy.DefaultPolicy {
  const { base, Check, Prompt } = interactionPolicy;
  const prompts = base();
  prompts.add(new Prompt({ name: 'select_account', requestable: true }), 0);
  prompts
    .get('login')
    ?.checks.add(
      new Check(
        'no_account',
        'the account is gone',
        ({ oidc }) => oidc.session?.accountId !== undefined && oidc.account === undefined,
      ),
    );
  return prompts;
}

/** Consent is given at once, for everything Google's sign-in asks for. */
async function grantAll({ oidc }: KoaContextWithOIDC): Promise<Grant | undefined> {
  const { session, client, provider } = oidc;
  if (!session?.accountId || !client) return undefined;
  const known = session.grantIdFor(client.clientId);
  const existing = known === undefined ? undefined : await provider.Grant.find(known);
  if (existing) return existing;
  const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId });
  grant.addOIDCScope(scopes.join(' '));
  await grant.save();
  return grant;
}
