export { CONFIG, ConfigurationError, readConfig, type Config } from './environment.js';
