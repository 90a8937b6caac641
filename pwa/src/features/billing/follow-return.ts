import { api, errorCode } from '~/lib/api';
import { loadTexts, text } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import type { Order } from './billing-data';
import { pollOrder } from './poll-order';
import { tellOrder } from './tell-order';

/** What the address of /app says after a checkout. It may be forged, so it says where to look and nothing more. */
export interface Return {
  sessionId?: string;
  upgraded?: true;
  packBought?: true;
}

/** How old a payment may be to be news, in milliseconds. */
const NEWS = 10 * 60_000;

/** The payment page may be quicker than the message to our server: it is asked to look for itself, and failing that changes nothing. */
async function readAfterAsking(sessionId: string): Promise<Order> {
  const order = await api.getOrderBySession({ path: { sessionId } });
  if (order.status === 'pending') await api.synchroniseSubscription().catch(() => null);
  return order;
}

/** What came of a payment. */
interface Outcome {
  /** Whether something may have changed that the page shows. */
  isNews: boolean;
  /** As last seen; null where there is none, or none could be read. */
  order: Order | null;
}

const NOTHING: Outcome = { isNews: false, order: null };

/** Follows the order of a checkout until it is settled, and says how it came out; nothing about a checkout that is not the customer's. */
async function followCheckout(sessionId: string, saysWaiting: boolean): Promise<Outcome> {
  const read = () => api.getOrderBySession({ path: { sessionId } });
  let first: Order | null = null;
  try {
    first = await readAfterAsking(sessionId);
  } catch (error) {
    if (errorCode(error) === 'not_found' || errorCode(error) === 'unauthenticated') return NOTHING;
  }
  const dismiss =
    saysWaiting && (first?.status === 'pending' || !first)
      ? notify({
          title: text('billing.return.processingTitle'),
          text: text('billing.return.processing'),
          duration: 'waiting',
        })
      : null;
  const order = first && first.status !== 'pending' ? first : await pollOrder(read);
  dismiss?.();
  tellOrder(order);
  return { isNews: true, order };
}

/** Without a checkout's id the newest order has to bear out what the address claims. */
async function followNewest(kind: Order['kind']): Promise<Outcome> {
  const { items } = await api.listOrders({ query: { limit: 1 } });
  const newest = items[0];
  const isNews =
    newest?.kind === kind &&
    newest.status === 'paid' &&
    newest.paidAt !== null &&
    Date.now() - Date.parse(newest.paidAt) < NEWS;
  if (!isNews) return NOTHING;
  tellOrder(newest);
  return { isNews, order: newest };
}

/** Finds out what is true of a return, and says it; also that it is waited for, unless the screen does. */
export async function followReturn(
  { sessionId, upgraded, packBought }: Return,
  { saysWaiting = true } = {},
): Promise<Outcome> {
  await loadTexts('billing.return');
  if (sessionId) return followCheckout(sessionId, saysWaiting);
  if (upgraded) return followNewest('upgrade');
  return packBought ? followNewest('pack') : NOTHING;
}
