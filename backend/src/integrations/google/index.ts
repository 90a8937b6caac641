export { GoogleModule } from './google.module.js';
export {
  IdentityProvider,
  IdentityProviderUnavailable,
  IdentityRefused,
  type ExchangeSecrets,
  type ProviderIdentity,
} from './port.js';
