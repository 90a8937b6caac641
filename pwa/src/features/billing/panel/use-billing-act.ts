import { useRef, useState } from 'react';
import { errorCode, errorText } from '~/lib/api';
import { useText, type TextKey } from '~/lib/i18n';
import { notify } from '~/lib/messages';

/** What went wrong: the server's reason where it gave one, else what failed. */
function reasonOf(error: unknown, fallback: string, noSession: string): string {
  const code = errorCode(error);
  if (code === 'unauthenticated') return noSession;
  return code === 'internal' ? fallback : errorText(error);
}

/** State of one act on the subscription; never twice at a time. Errors are said and kept. */
export function useBillingAct(failed: TextKey) {
  const t = useText();
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const isRunning = useRef(false);

  /** @returns whether it is done */
  async function run<Result>(act: () => Promise<Result>, then: (result: Result) => unknown): Promise<boolean> {
    if (isRunning.current) return false;
    isRunning.current = true;
    setPending(true);
    setFailure(null);
    try {
      await then(await act());
      return true;
    } catch (error) {
      const reason = reasonOf(error, t(failed), t('billing.panel.noSession'));
      setFailure(reason);
      notify({ title: t('errors.title'), text: reason, tone: 'bad' });
      return false;
    } finally {
      isRunning.current = false;
      setPending(false);
    }
  }

  return { isPending, failure, clear: () => setFailure(null), run };
}
