export { CONFIG, ConfigurationError, readConfig, type Config, type ReplicateConfig } from './environment.js';
