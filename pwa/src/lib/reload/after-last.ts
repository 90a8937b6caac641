/** What is asked for many times in a row is done once no more was asked for so long, in milliseconds. */
export const QUIET_MS = 250;

/** Does something once for all calls in a row, after the last of them and with what that one says. */
export function afterLast<Args extends unknown[]>(act: (...args: Args) => void): (...args: Args) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => act(...args), QUIET_MS);
  };
}
