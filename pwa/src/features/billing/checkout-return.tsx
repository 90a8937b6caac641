import { useEffect, useRef } from 'react';
import { api, type Schemas } from '~/lib/api';
import { formatNumber } from '~/lib/formats';
import { text } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { useNavigate, useRouter } from '~/lib/navigation';
import { refreshSession } from '~/lib/session';
import { pollOrder } from './poll-order';

function tell(order: Schemas['Order'] | null): void {
  if (order?.status === 'paid') {
    notify({ title: text('billing.return.activatedTitle'), text: text('billing.return.activated', { credits: formatNumber(order.credits) }), tone: 'good', duration: 'long' });
  } else if (order && order.status !== 'pending') {
    notify({ title: text('billing.return.failedTitle'), text: text('billing.return.failed'), tone: 'bad' });
  } else {
    notify({ title: text('billing.return.lateTitle'), text: text('billing.return.late'), duration: 'long' });
  }
}

/**
 * Follows the order that the browser comes back from: takes the flag out of the URL, says that the payment is being processed, asks
 * every second, up to twenty times, and says how it went.
 */
export function CheckoutReturn({ sessionId }: { sessionId: string | undefined }) {
  const navigate = useNavigate();
  const router = useRouter();
  const followed = useRef<string | null>(null);
  useEffect(() => {
    if (!sessionId || followed.current === sessionId) return;
    followed.current = sessionId;
    void navigate({ to: '/app', search: {}, replace: true });
    const dismiss = notify({ title: text('billing.return.processingTitle'), text: text('billing.return.processing'), duration: 'waiting' });
    void pollOrder(() => api.getOrderBySession({ path: { sessionId } })).then(async (order) => {
      dismiss();
      tell(order);
      await refreshSession().catch(() => null);
      await router.invalidate();
    });
  }, [sessionId, navigate, router]);
  return null;
}
