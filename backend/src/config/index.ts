export { ConfigurationError } from './configuration-error.js';
export {
  CONFIG,
  readConfig,
  VARIABLES,
  type Config,
  type CredentialsConfig,
  type ReplicateConfig,
} from './environment.js';
export { META_PIXEL_SCRIPT, type MeasurementConfig } from './measurement.js';
export type { OperatorConfig, Provider } from './operator.js';
export type { PushConfig } from './push.js';
export type { S3Config, StorageConfig } from './storage.js';
