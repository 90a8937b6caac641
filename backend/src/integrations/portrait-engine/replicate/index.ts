export { RemoteRunBook, RunNews, TrainingInputs } from './needs.js';
export { ReplicateEngine } from './replicate-engine.js';
