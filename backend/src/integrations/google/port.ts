import { AppError } from '../../platform/errors/index.js';

/** What one exchange is begun with; kept on the server until the browser comes back. */
export interface ExchangeSecrets {
  state: string;
  nonce: string;
  codeVerifier: string;
}

export interface ExchangeOptions {
  /** Where the browser comes back to. */
  redirectUri: string;
  /** The person must sign in at the provider anew, not merely be signed in there. */
  freshLogin: boolean;
}

/** What the browser brought back. */
export interface ProviderAnswer {
  code: string;
  state: string;
  /** Who answered, as the answer itself says (RFC 9207). */
  issuer: string | null;
}

/** Somebody the provider vouches for. */
export interface ProviderIdentity {
  /** Lasting id of the account at the provider. */
  subject: string;
  /** Trimmed and lower-cased. It may change while the subject stays. */
  email: string;
  emailVerified: boolean;
  /** The provider runs this mailbox or its domain: its word about the address is as good as a mail of ours. */
  authoritative: boolean;
  /** As the provider tells it, unchecked. */
  name: string | null;
}

/** Signing in at somebody else's: the code flow of OpenID Connect with PKCE, state and nonce. */
export abstract class IdentityProvider {
  abstract newSecrets(): ExchangeSecrets;
  /** @returns where to send the browser. @throws IdentityProviderUnavailable */
  abstract authorizationUrl(secrets: ExchangeSecrets, options: ExchangeOptions): Promise<string>;
  /**
   * Exchanges a code for a verified identity.
   * @throws IdentityRefused when anything about the answer is not as begun; IdentityProviderUnavailable
   */
  abstract redeem(
    answer: ProviderAnswer,
    secrets: ExchangeSecrets,
    options: ExchangeOptions,
  ): Promise<ProviderIdentity>;
}

/** The answer, the code or the token is not what was asked for. */
export class IdentityRefused extends AppError {
  constructor(reason: string) {
    super('google_failed');
    this.name = 'IdentityRefused';
    this.cause = new Error(reason);
  }
}

/** The provider cannot be reached, fails, or does not know us. */
export class IdentityProviderUnavailable extends AppError {
  /** @param reason goes to the log: names and codes of the failure, nothing a person or a token could be read from. */
  constructor(reason: string) {
    super('google_unavailable');
    this.name = 'IdentityProviderUnavailable';
    this.cause = new Error(reason);
  }
}
