export { DURATION_BUCKETS, JOB_BUCKETS } from './buckets.js';
export { tellFiguresRead } from './figures-read.js';
export { Metrics } from './metrics.js';
export { measureRequests, traceRequests } from './incoming-requests.js';
export { goingOnWith, traced, traceparent, Traces } from './traces.js';
export { TelemetryModule } from './telemetry.module.js';
