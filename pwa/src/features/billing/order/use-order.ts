import { useEffect, useRef, useState } from 'react';
import { api, errorCode, errorText, isUncertain, useActKey, type Schemas } from '~/lib/api';
import { beginBusy } from '~/lib/busy';
import { loadTexts, useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { leaveFor, useNavigate, useRouter } from '~/lib/navigation';
import { refreshSession } from '~/lib/session';
import type { Order } from '../billing-data';
import { pollOrder } from '../poll-order';
import { tellOrder } from '../tell-order';
import { wayBackAfter } from '../way-back';
import type { Item } from './order-data';

type OrderBody = Schemas['OrderBody'];

/** How long a message stands before the page is left, in milliseconds. */
const READING = 1_200;

const consents = { acceptEarlyStart: true, acceptWithdrawalEffect: true } as const;

function bodyOf(item: Item, forCompany: boolean): OrderBody {
  if (item.kind === 'plan')
    return { kind: 'plan', planId: item.plan.id, shownRappen: item.plan.priceRappen, forCompany, ...consents };
  if (item.kind === 'pack') return { kind: 'pack', packId: item.pack.id, forCompany, ...consents };
  return { kind: 'upgrade', planId: item.quote.planId, quotedAt: item.quote.quotedAt, ...consents };
}

/** Coming back from the payment page with the browser's back button finds this page as it was left. */
function useAwake(wake: () => void): void {
  useEffect(() => {
    const listen = (event: PageTransitionEvent) => {
      if (event.persisted) wake();
    };
    addEventListener('pageshow', listen);
    return () => removeEventListener('pageshow', listen);
  });
}

/** Places an order, once however often it is pressed, and goes on to wherever it leads: the payment page, or when it is paid the dashboard, or the draft that was left for it. */
export function useOrder(item: Item, isForCompany: boolean, onQuoteExpired: () => void) {
  const t = useText();
  const navigate = useNavigate();
  const router = useRouter();
  const key = useActKey();
  const isRunning = useRef(false);
  const [state, setState] = useState<'idle' | 'placing' | 'leaving' | 'preparing'>('idle');
  const [failure, setFailure] = useState<string | null>(null);
  const title = t(`billing.order.failed.${item.kind}`);

  // Nothing may load the page anew between the order and its payment.
  useEffect(() => (state === 'idle' ? undefined : beginBusy('order')), [state]);

  const end = () => {
    isRunning.current = false;
    setState('idle');
  };
  useAwake(end);

  const fail = (words: string) => {
    end();
    setFailure(words);
    notify({ title, text: words, tone: 'bad' });
  };

  async function leaveToPay(order: Order, url: string) {
    const isUpgrade = order.kind === 'upgrade';
    setState(isUpgrade ? 'preparing' : 'leaving');
    if (isUpgrade) {
      notify({ title: t('billing.order.preparing'), text: t('billing.order.preparingText') });
      await new Promise((resolve) => setTimeout(resolve, READING));
    }
    await leaveFor(url);
    end();
  }

  async function proceed(order: Order): Promise<void> {
    if (order.status === 'pending' && order.paymentUrl) return leaveToPay(order, order.paymentUrl);
    const settled =
      order.status === 'pending' ? await pollOrder(() => api.getOrder({ path: { id: order.id } })) : order;
    if (settled?.status === 'pending' && settled.paymentUrl) return leaveToPay(settled, settled.paymentUrl);
    // Over without a payment: another press is another order.
    if (settled && settled.status !== 'paid' && settled.status !== 'pending') {
      key.renew();
      return fail(t('billing.order.unpaid'));
    }
    await loadTexts('billing.return');
    tellOrder(settled);
    const [wayBack] = await Promise.all([wayBackAfter(settled), refreshSession().catch(() => null)]);
    if (wayBack) return navigate({ to: '/app/profile-wizard', search: { profile: wayBack } });
    await navigate({
      to: '/app',
      search: settled?.status === 'paid' && settled.kind === 'upgrade' ? { upgraded: true } : {},
    });
  }

  async function place() {
    if (isRunning.current) return;
    isRunning.current = true;
    setState('placing');
    setFailure(null);
    const body = bodyOf(item, isForCompany);
    try {
      await proceed(await api.createOrder({ body, idempotencyKey: key.for(body) }));
    } catch (error) {
      const code = errorCode(error);
      if (!isUncertain(error)) key.renew();
      fail(errorText(error));
      if (code === 'quote_expired') onQuoteExpired();
      // What keeps from ordering has changed since the page was loaded, and is said in its place.
      else if (!isUncertain(error)) await router.invalidate();
    }
  }
  return { state, failure, title, place };
}
