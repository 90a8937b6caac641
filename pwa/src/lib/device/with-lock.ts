/**
 * Does something while nobody else, here or in another tab, does anything under the same name. Where the browser has no locks it is done
 * at once.
 */
export async function withLock<T>(name: string, act: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  // Only secure origins have locks; the types do not say so.
  const locks = navigator.locks as LockManager | undefined;
  return locks ? await locks.request(name, signal ? { signal } : {}, act) : await act();
}
