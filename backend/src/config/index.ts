export { CONFIG, ConfigurationError, readConfig, type Config, type CredentialsConfig, type ReplicateConfig } from './environment.js';
