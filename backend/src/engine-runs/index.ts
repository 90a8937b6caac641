export { EngineMetrics } from './engine-metrics.js';
export { EngineRun } from './engine-run.entity.js';
export { RemoteWorkDiscarded } from './engine-runs.events.js';
export { EngineRunsApiModule } from './engine-runs.module.js';
export { ENGINE_INPUT_PLACE } from './engine-runs.places.js';
export { ENGINE_RUN_RULE } from './engine-runs.retention.js';
export { readHostedRuns } from './engine-runs.figures.js';
