export { DURATION_BUCKETS, JOB_BUCKETS } from './buckets.js';
export { Metrics } from './metrics.js';
export { measureRequests } from './incoming-requests.js';
export { TelemetryModule } from './telemetry.module.js';
