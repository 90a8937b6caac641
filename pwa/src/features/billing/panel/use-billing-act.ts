import { errorCode, errorText } from '~/lib/api';
import { useText, type TextKey } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { useOnce } from '~/lib/once';

/** What went wrong: the server's reason where it gave one, else what failed. */
function reasonOf(error: unknown, fallback: string, noSession: string): string {
  const code = errorCode(error);
  if (code === 'unauthenticated') return noSession;
  return code === 'internal' ? fallback : errorText(error);
}

/** State of one act on the subscription; never twice at a time. Errors are said and kept. */
export function useBillingAct(failed: TextKey) {
  const t = useText();
  const { run: runOnce, ...state } = useOnce((error) => {
    const reason = reasonOf(error, t(failed), t('billing.panel.noSession'));
    notify({ title: t('errors.title'), text: reason, tone: 'bad' });
    return reason;
  });

  function run<Result>(act: () => Promise<Result>, then: (result: Result) => unknown): Promise<boolean> {
    return runOnce(async () => void (await then(await act())));
  }

  return { ...state, run };
}
