import { IdentityProvider, IdentityProviderUnavailable, type ExchangeSecrets, type ProviderIdentity } from './port.js';

/** An installation without Google credentials. */
export class NotOffered extends IdentityProvider {
  override newSecrets(): ExchangeSecrets {
    throw new IdentityProviderUnavailable('no client configured');
  }

  override authorizationUrl(): Promise<string> {
    return Promise.reject(new IdentityProviderUnavailable('no client configured'));
  }

  override redeem(): Promise<ProviderIdentity> {
    return Promise.reject(new IdentityProviderUnavailable('no client configured'));
  }
}
