import { BildnisError } from './errors.js';
import { pause } from './pause.js';

/** The longest wait before the first repetition, in milliseconds; each further one may be twice as long. Half of it is chance, so that many do not come back at once. */
const FIRST_WAIT_MS = 500;
/** Who is asked to stay away for longer is told so instead of kept waiting, in seconds. */
const LONGEST_WAIT_SECONDS = 60;
/** What passes by itself: no answer at all (0) or in time, too many calls, a server or proxy that fails or is away. */
const isPassing = (status: number): boolean => status === 0 || status === 408 || status === 429 || status >= 500;

/** Repeats an attempt that may be repeated, up to `retries` times, while what hinders it passes by itself; `after` says of which errors it may be. */
export async function retrying<T>(
  attempt: () => Promise<T>,
  retries: number,
  signal: AbortSignal | undefined,
  after: (error: BildnisError) => boolean = () => true,
): Promise<T> {
  for (let repeated = 0; ; repeated += 1) {
    try {
      return await attempt();
    } catch (error) {
      const wait =
        repeated < retries && !signal?.aborted && error instanceof BildnisError && after(error)
          ? waitAfter(error, repeated)
          : null;
      if (wait === null) throw error;
      await pause(wait, signal);
    }
  }
}

/** Milliseconds until the next try; null where trying again is no use. */
function waitAfter(error: BildnisError, repeated: number): number | null {
  if (error.code === 'aborted' || !isPassing(error.status)) return null;
  if (error.retryAfterSeconds === null) return FIRST_WAIT_MS * 2 ** repeated * (0.5 + Math.random() / 2);
  return error.retryAfterSeconds <= LONGEST_WAIT_SECONDS ? error.retryAfterSeconds * 1_000 : null;
}
