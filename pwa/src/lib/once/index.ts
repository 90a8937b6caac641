import { useRef, useState } from 'react';

/**
 * State of something that runs once at a time.
 * @param explain says what went wrong, and returns what is kept as the failure until the next try; null for nothing
 */
export function useOnce<Failure>(explain: (error: unknown) => Failure | null | Promise<Failure | null>) {
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const isRunning = useRef(false);

  /** @returns whether it is done */
  async function run(act: () => unknown): Promise<boolean> {
    if (isRunning.current) return false;
    isRunning.current = true;
    setPending(true);
    setFailure(null);
    try {
      await act();
      return true;
    } catch (error) {
      setFailure(await explain(error));
      return false;
    } finally {
      isRunning.current = false;
      setPending(false);
    }
  }

  return { isPending, failure, clear: () => setFailure(null), run };
}
