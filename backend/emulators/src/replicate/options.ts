import type { ObservedExchange } from './api/observe.js';
import type { StageTimes } from './runs/pace.js';
import type { Trainer } from './state/trainer.js';

export interface ReplicateEmulatorOptions {
  /** 0 or nothing takes a free port. */
  port?: number;
  /** JSON file that carries the state over restarts, pictures in the folder `images` beside it; without it all lives in memory. */
  dataFile?: string;
  /** The only token the API accepts. */
  token: string;
  /** Signs webhooks: `whsec_` with a base64 key behind it. */
  webhookSecret: string;
  /** The account the token belongs to; `bildnis` unless given. */
  account?: string;
  /** The public model that trains others. */
  trainer?: Trainer;
  /** How clients reach the emulator, when not by the server's own address. */
  publicUrl?: string;
  /** Whether output files ask for the token, as the contract allows; true unless given. */
  deliveryNeedsToken?: boolean;
  /** How long the stages of runs take, in milliseconds. */
  pace?: { training?: Partial<StageTimes>; prediction?: Partial<StageTimes> };
  /** How many runs a list shows at once; 100 as at Replicate unless given. */
  pageSize?: number;
  /** The clock underneath; tests move the emulator's own clock on top of it. */
  now?: () => Date;
  /** Milliseconds until the next try after so many failed deliveries of a message. */
  retryDelay?: (attempts: number) => number;
  /** Sees every call of the API and its answer, for checks against a contract. */
  observe?: (exchange: ObservedExchange) => void;
}
