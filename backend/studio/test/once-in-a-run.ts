import { inject } from 'vitest';
import { onceAmongWorkers } from '../../test/support/once-among-workers.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** What the workers of this run have made for each other. */
    madeDir: string;
  }
}

/** Engines compute for seconds without a pause, and give no sign of life meanwhile. */
const PATIENCE_MS = 60_000;

/** What `make` gives, made by one worker for all of them: another one waits for it. */
export const onceInARun = <T>(name: string, make: () => Promise<T>): Promise<T> =>
  onceAmongWorkers(name, make, { folder: inject('madeDir'), patienceMs: PATIENCE_MS });
