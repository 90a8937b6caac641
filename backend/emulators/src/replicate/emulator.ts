import type { RememberedCall } from './api/remembered-calls.js';
import type { Misbehaviour, Scope } from './misbehaviour/kinds.js';
import type { WireFile, WirePrediction, WireTraining } from './objects/wire.js';
import type { Trainer } from './state/trainer.js';

/** A version a training made, as tests look at it. */
export interface EmulatorVersion {
  id: string;
  /** `owner/name` */
  model: string;
  triggerWord: string | null;
  /** How many photos it keeps. */
  photos: number;
  training: string | null;
}

/** A running emulator for Replicate. */
export interface ReplicateEmulator {
  /** `http://127.0.0.1:port`; the API is below `/v1`. */
  url: string;
  port: number;
  /** `owner/name` and version of the trainer. */
  trainer: Trainer;
  /** Closes the server, ends deliveries and writes the state; runs go on at the next start. */
  stop(): Promise<void>;
  /** The emulator's present time. */
  now(): Date;
  /** Moves the clock on and does what falls due: stages of runs, deadlines, removals. */
  advance(by: { days?: number; hours?: number; minutes?: number; seconds?: number }): Promise<void>;
  /** Plans something to go wrong, once unless the scope says more. @throws ZodError for a kind that does not exist */
  misbehave(what: Misbehaviour, where?: Scope): void;
  /** Forgets all plans; runs that had begun to misbehave go on so. */
  behave(): void;
  /** The versions trainings made and nobody deleted, oldest first. */
  versions(): EmulatorVersion[];
  /** The uploads that are still here. */
  files(): WireFile[];
  predictions(): WirePrediction[];
  trainings(): WireTraining[];
  /** How many trainings and predictions have not ended. */
  runningCount(): number;
  /** Every call of the API since the start, oldest first. */
  calls(): RememberedCall[];
  /** Names of all bytes kept: photos, pictures, weights, uploads. */
  keptBytes(): Promise<string[]>;
  /** Keeps webhooks back until `releaseWebhooks`. */
  holdWebhooks(): void;
  /** Sends what was held; ids left out are lost, ids given twice arrive twice. */
  releaseWebhooks(order?: readonly string[]): Promise<void>;
  /** What waits to be sent, oldest first. */
  waitingWebhooks(): { id: string; run: string; event: string }[];
  /** Resolves when every message was delivered or given up. */
  webhooksSettled(): Promise<void>;
}
