export { startReplicateEmulator } from './start-replicate-emulator.js';
export type { ReplicateEmulatorOptions } from './options.js';
export type { ReplicateEmulator, EmulatorVersion } from './emulator.js';
export type { ObservedExchange } from './api/observe.js';
export type { RememberedCall } from './api/remembered-calls.js';
export type { Misbehaviour, Scope } from './misbehaviour/kinds.js';
export type { RunStatus, WireFile, WirePrediction, WireTraining } from './objects/wire.js';
export { defaultTrainer, type Trainer } from './state/trainer.js';
