import { errorFromThrown, type FailedCall } from './errors.js';

/** How long a call waits for its answer unless told otherwise, in milliseconds; and one that sends or fetches a file. */
export const CALL_MS = 60_000;
export const FILE_MS = 600_000;

const LONGEST_MS = 2 ** 31 - 1;

export interface Limits {
  /** Stops the call. Its reason says how that is told: one of `AbortSignal.timeout()` as `timeout`, every other as `aborted`. */
  signal?: AbortSignal | undefined;
  /** Milliseconds; 0 waits for ever, as does what a timer cannot count. */
  timeout: number;
  /** Which call it is, for the error. */
  call?: FailedCall;
}

/**
 * Lets something run until it has ended, is stopped, or has taken too long.
 * @param act gets the signal that ends it
 * @throws BildnisError `timeout`, `aborted`, or what the failure was
 */
export async function withLimits<T>(
  { signal, timeout, call }: Limits,
  act: (ends: AbortSignal) => Promise<T>,
): Promise<T> {
  // Not `AbortSignal.any`, which browsers of 2023 lack.
  const end = new AbortController();
  const stop = () => end.abort(signal?.reason);
  const timer =
    timeout > 0 && timeout <= LONGEST_MS
      ? setTimeout(() => end.abort(new DOMException(`no answer within ${timeout} ms`, 'TimeoutError')), timeout)
      : undefined;
  if (signal?.aborted) stop();
  else signal?.addEventListener('abort', stop, { once: true });
  try {
    return await act(end.signal);
  } catch (error) {
    throw errorFromThrown(error, end.signal, call);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}
