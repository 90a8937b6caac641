import type { MisbehaviourPlan } from '../misbehaviour/plan.js';
import type { Runner } from '../runs/runner.js';
import type { Blobs } from './blobs.js';
import type { Clock } from './clock.js';
import type { State } from './store.js';

/** What never changes while the emulator runs. */
export interface Settings {
  /** The account that owns what is created here. */
  account: string;
  webhookSecret: string;
  /** Where answers say the API is, without a slash at the end. */
  baseUrl: () => string;
  /** Whether files under /delivery are given to holders of the token only. */
  deliveryNeedsToken: boolean;
  /** How many runs a list shows at once. */
  pageSize: number;
}

/** What every call works on. */
export interface Parts {
  state: State;
  clock: Clock;
  blobs: Blobs;
  runner: Runner;
  misbehaviours: MisbehaviourPlan;
  settings: Settings;
}
