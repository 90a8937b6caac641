import { errorCode } from '~/lib/api';
import { useText, type TextKey } from '~/lib/i18n';
import { dismissErrors, notify } from '~/lib/messages';
import { useOnce } from '~/lib/once';
import { actErrorText } from './act-error';
import { ProofCancelled, useProof } from './proof-context';

/** State of one act of a screen; `failed` is the title of the message when it does not succeed. */
export function useAction(failed: TextKey = 'errors.title') {
  const t = useText();
  const prove = useProof();
  const {
    isPending,
    failure: error,
    clear,
    run: runOnce,
  } = useOnce((failure) => {
    if (failure instanceof ProofCancelled) return null;
    notify({
      title: t(errorCode(failure) === 'unauthenticated' ? 'errors.notSignedIn' : failed),
      text: actErrorText(failure),
      tone: 'bad',
    });
    return failure;
  });

  /**
   * Runs something, with a proof of identity where the server asks for one; never twice at a time. Errors are said and kept
   * until it is tried again.
   * @returns whether it is done
   */
  function run<Result>(act: () => Promise<Result>, then?: (result: Result) => unknown): Promise<boolean> {
    return runOnce(async () => {
      dismissErrors();
      const result = await prove(act);
      await then?.(result);
    });
  }

  return { isPending, error, errorText: error ? actErrorText(error) : undefined, clear, run };
}
