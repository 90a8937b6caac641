interface Waiter {
  at: number;
  wake(): void;
}

/** setTimeout takes no more. */
const longestTimer = 2 ** 31 - 1;

/** The emulator's own time: the clock underneath, moved on by tests. Both wake those who wait for a moment. */
export class Clock {
  private readonly waiters = new Set<Waiter>();

  /** @param offset kept with the state, so that a restart does not turn time back */
  constructor(private readonly offset: { ahead: number }) {}

  now(): number {
    return Date.now() + this.offset.ahead;
  }

  /** Moves the clock by so many milliseconds; backwards is allowed and undoes nothing. */
  move(milliseconds: number): void {
    this.offset.ahead += milliseconds;
    for (const waiter of this.waiters) waiter.wake();
  }

  /**
   * Resolves once the clock shows `at` or later; never for Infinity.
   * @throws the signal's reason when it is aborted before
   */
  until(at: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const leave = () => {
        clearTimeout(timer);
        this.waiters.delete(waiter);
        signal.removeEventListener('abort', abort);
      };
      const abort = () => {
        leave();
        reject(signal.reason as Error);
      };
      const waiter: Waiter = {
        at,
        wake: () => {
          clearTimeout(timer);
          const left = at - this.now();
          if (left <= 0) {
            leave();
            resolve();
          } else if (left !== Infinity) {
            timer = setTimeout(() => waiter.wake(), Math.min(left, longestTimer));
            timer.unref();
          }
        },
      };
      if (signal.aborted) return abort();
      this.waiters.add(waiter);
      signal.addEventListener('abort', abort, { once: true });
      waiter.wake();
    });
  }
}
