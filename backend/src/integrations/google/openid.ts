import * as oidc from 'openid-client';
import { z } from 'zod';
import { failureOf } from './failures.js';
import {
  IdentityProvider,
  IdentityRefused,
  type ExchangeOptions,
  type ExchangeSecrets,
  type ProviderAnswer,
  type ProviderIdentity,
} from './port.js';

export interface OpenIdOptions {
  clientId: string;
  clientSecret: string;
  issuerUrl: string;
}

const TIMEOUT_SECONDS = 10;
/** How long ago a login may be that was asked for as a fresh one: the way back takes its time. */
const FRESH_LOGIN_SECONDS = 300;
/** Google tells the time of the login only to who asks for it by name, besides `max_age`. */
const ASK_FOR_LOGIN_TIME = JSON.stringify({ id_token: { auth_time: { essential: true } } });
/** Mailboxes that Google itself runs. */
const OWN_MAILBOX = /@(gmail|googlemail)\.com$/;

const Claims = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().trim().toLowerCase().max(254).pipe(z.email()),
  email_verified: z.boolean().default(false),
  hd: z.string().min(1).optional(),
  name: z.string().optional().catch(undefined),
});

/** Google, or another OpenID Connect provider in its place. */
export class OpenIdProvider extends IdentityProvider {
  private configuration: Promise<oidc.Configuration> | null = null;

  constructor(private readonly options: OpenIdOptions) {
    super();
  }

  override newSecrets(): ExchangeSecrets {
    return { state: oidc.randomState(), nonce: oidc.randomNonce(), codeVerifier: oidc.randomPKCECodeVerifier() };
  }

  override async authorizationUrl(secrets: ExchangeSecrets, options: ExchangeOptions): Promise<string> {
    const url = oidc.buildAuthorizationUrl(await this.discovered(), {
      redirect_uri: options.redirectUri,
      scope: 'openid email profile',
      state: secrets.state,
      nonce: secrets.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(secrets.codeVerifier),
      code_challenge_method: 'S256',
      ...(options.freshLogin
        ? { prompt: 'login', max_age: '0', claims: ASK_FOR_LOGIN_TIME }
        : { prompt: 'select_account' }),
    });
    return url.href;
  }

  override async redeem(
    answer: ProviderAnswer,
    secrets: ExchangeSecrets,
    options: ExchangeOptions,
  ): Promise<ProviderIdentity> {
    const configuration = await this.discovered();
    const checks = {
      expectedState: secrets.state,
      expectedNonce: secrets.nonce,
      pkceCodeVerifier: secrets.codeVerifier,
      ...(options.freshLogin ? { maxAge: FRESH_LOGIN_SECONDS } : {}),
    };
    let claims: unknown;
    try {
      claims = (
        await oidc.authorizationCodeGrant(configuration, addressOf(answer, options.redirectUri), checks)
      ).claims();
    } catch (error) {
      throw failureOf(error);
    }
    return identityOf(claims);
  }

  /** Discovery is made when first needed and kept; a failure is not, so that the next person finds the provider when it is back. */
  private discovered(): Promise<oidc.Configuration> {
    this.configuration ??= this.discover().catch((error: unknown) => {
      this.configuration = null;
      throw failureOf(error, 'discovery');
    });
    return this.configuration;
  }

  private discover(): Promise<oidc.Configuration> {
    const { clientId, clientSecret } = this.options;
    const issuer = new URL(this.options.issuerUrl);
    // One algorithm, whatever an issuer offers; and signatures are checked although the token comes from the issuer directly.
    return oidc.discovery(
      issuer,
      clientId,
      { id_token_signed_response_alg: 'RS256' },
      oidc.ClientSecretPost(clientSecret),
      {
        timeout: TIMEOUT_SECONDS,
        execute: [
          oidc.enableNonRepudiationChecks,
          ...(issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : []),
        ],
      },
    );
  }
}

/** The address the browser came back to, as the provider wrote it. */
function addressOf(answer: ProviderAnswer, redirectUri: string): URL {
  const url = new URL(redirectUri);
  url.searchParams.set('code', answer.code);
  url.searchParams.set('state', answer.state);
  if (answer.issuer !== null) url.searchParams.set('iss', answer.issuer);
  return url;
}

function identityOf(token: unknown): ProviderIdentity {
  const parsed = Claims.safeParse(token);
  if (!parsed.success) throw new IdentityRefused('a claim is missing or malformed');
  const { sub, email, email_verified: emailVerified, hd, name } = parsed.data;
  return {
    subject: sub,
    email,
    emailVerified,
    authoritative: emailVerified && (hd !== undefined || OWN_MAILBOX.test(email)),
    name: name ?? null,
  };
}
