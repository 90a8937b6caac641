import { useRef, useState } from 'react';
import { errorCode } from '~/lib/api';
import { useText, type TextKey } from '~/lib/i18n';
import { dismissErrors, notify } from '~/lib/messages';
import { actErrorText } from './act-error';
import { ProofCancelled, useProof } from './proof-context';

/** State of one act of a screen; `failed` is the title of the message when it does not succeed. */
export function useAction(failed: TextKey = 'errors.title') {
  const t = useText();
  const prove = useProof();
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const isRunning = useRef(false);

  /**
   * Runs something, with a proof of identity where the server asks for one; never twice at a time. Errors are said and kept
   * until it is tried again.
   * @returns whether it is done
   */
  async function run<Result>(act: () => Promise<Result>, then?: (result: Result) => unknown): Promise<boolean> {
    if (isRunning.current) return false;
    isRunning.current = true;
    setPending(true);
    dismissErrors();
    setError(null);
    try {
      const result = await prove(act);
      await then?.(result);
      return true;
    } catch (failure) {
      if (failure instanceof ProofCancelled) return false;
      setError(failure);
      notify({
        title: t(errorCode(failure) === 'unauthenticated' ? 'errors.notSignedIn' : failed),
        text: actErrorText(failure),
        tone: 'bad',
      });
      return false;
    } finally {
      isRunning.current = false;
      setPending(false);
    }
  }

  return { isPending, error, errorText: error ? actErrorText(error) : undefined, clear: () => setError(null), run };
}
