import { useEffect, useRef } from 'react';
import { api } from '~/lib/api';
import { formatNumber } from '~/lib/formats';
import { loadTexts, text } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { useRouter } from '~/lib/navigation';
import { refreshSession } from '~/lib/session';
import type { BillingState } from '../billing-data';

/** How long the message stands before the page is loaded anew, in milliseconds. */
const RELOAD_AFTER = 800;

/**
 * When the server says that a paid period lacks its credits, it is asked once per visit to look at the payment provider again. That it
 * fails is nothing the customer could do anything about: the next visit, or the night, tries again.
 */
export function useRepair({ grantMissing }: BillingState): void {
  const router = useRouter();
  const isTried = useRef(false);
  useEffect(() => {
    if (!grantMissing || isTried.current) return;
    isTried.current = true;
    void (async () => {
      const { creditsGranted } = await api.synchroniseSubscription();
      if (creditsGranted > 0) {
        await loadTexts('billing.return');
        notify({
          title: text('billing.return.repairedTitle'),
          text: text('billing.return.repaired', { credits: formatNumber(creditsGranted) }),
          tone: 'good',
        });
      }
      await new Promise((resolve) => setTimeout(resolve, RELOAD_AFTER));
      await refreshSession();
      await router.invalidate();
    })().catch(() => null);
  }, [grantMissing, router]);
}
