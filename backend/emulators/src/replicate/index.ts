export {
  startReplicateEmulator,
  type ObservedExchange,
  type ReplicateEmulator,
  type ReplicateEmulatorOptions,
} from './start-replicate-emulator.js';
export type { WirePrediction, WireTraining } from './objects/wire.js';
