import { formatChf, formatNumber } from '~/lib/formats';
import { text } from '~/lib/i18n';
import { notify, type Message } from '~/lib/messages';
import type { Order } from './billing-data';

/** Orders whose payment has been said on this page. */
const told = new Set<string>();

function paidMessage({ kind, credits, amountRappen, heldAt }: Order): Pick<Message, 'title' | 'text'> {
  if (heldAt)
    return {
      title: text('billing.return.heldTitle'),
      text: text('billing.return.held', { credits: formatNumber(credits) }),
    };
  const granted = text('billing.return.granted', { credits: formatNumber(credits) });
  if (kind === 'plan') return { title: text('billing.return.planTitle'), text: granted };
  if (kind === 'pack') return { title: text('billing.return.packTitle'), text: granted };
  return {
    title: text('billing.return.upgradeTitle'),
    text: text('billing.return.upgraded', { amount: formatChf(amountRappen), credits: formatNumber(credits) }),
  };
}

/** Says how an order came out, and of a paid one only once; null for one that could not be read. The words are those of `billing.return`. */
export function tellOrder(order: Order | null): void {
  if (order?.status === 'paid') {
    if (told.has(order.id)) return;
    told.add(order.id);
    notify({ ...paidMessage(order), tone: 'good', duration: 'long' });
  } else if (!order || order.status === 'pending') {
    notify({ title: text('billing.return.lateTitle'), text: text('billing.return.late'), duration: 'long' });
  } else if (order.status !== 'withdrawn') {
    notify({ title: text('billing.return.failedTitle'), text: text('billing.return.failed'), tone: 'bad' });
  }
}
