export { ConfigurationError } from './configuration-error.js';
export {
  CONFIG,
  isForVisitors,
  readConfig,
  VARIABLES,
  type Config,
  type Mode,
  type ReplicateConfig,
} from './environment.js';
export type { CredentialsConfig } from './credentials.js';
export { META_PIXEL_SCRIPT, type MeasurementConfig } from './measurement.js';
export type { OperatorConfig, Provider } from './operator.js';
export type { BackupConfig } from './backups.js';
export { isPushHost, type PushConfig } from './push.js';
export { rateAt, vatPercentAt, vatWithin, type VatConfig } from './vat.js';
export type { S3Config, StorageConfig } from './storage.js';
