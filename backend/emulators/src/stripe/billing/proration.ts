import { planOf } from '../objects/catalogue.js';
import { buildInvoiceLine } from '../objects/invoice.js';
import type {
  WireInvoice,
  WireInvoiceLine,
  WirePrice,
  WireSubscription,
  WireSubscriptionItem,
} from '../objects/wire.js';
import { dateText } from '../pages/money.js';
import { newPartId } from '../state/ids.js';
import type { World } from '../state/world.js';
import { invoicesOf, itemName } from './bill-subscription.js';
import { awaitsPayment } from './revive-subscription.js';
import { ratesOf } from './taxation.js';

/** The new price of one item of a subscription. */
export interface ItemChange {
  item: WireSubscriptionItem;
  price: WirePrice;
}

/**
 * The lines that settle a change as of `at` (Unix seconds): the unused rest of what was debited goes back, the rest of the
 * period is charged anew, both by the second and rounded to the smallest unit.
 */
export function prorationLines(
  world: World,
  subscription: WireSubscription,
  changes: ItemChange[],
  at: number,
  invoice: string,
): WireInvoiceLine[] {
  const rates = ratesOf(world, subscription);
  return changes.flatMap(({ item, price }) => {
    if (item.price.id === price.id) return [];
    const quantity = item.quantity ?? 1;
    const period = { start: at, end: item.current_period_end };
    const source = { subscription: subscription.id, item: item.id };
    const debit = lastDebit(world, subscription, item);
    const credit = debit && {
      amount: -share(debit.line.amount, at, debit.line.period),
      credited: { invoice: debit.invoice.id, lines: [debit.line.id] },
    };
    const whole = { start: item.current_period_start, end: item.current_period_end };
    return [
      ...(credit
        ? [
            buildInvoiceLine({
              id: newPartId('invoiceLine'),
              invoice,
              amount: credit.amount,
              period,
              price: item.price,
              quantity,
              rates,
              description: `Nicht genutzte Zeit mit ${itemName(world, item.price)} ab ${dateText(at)}`,
              source: { ...source, proration: { credited: credit.credited } },
            }),
          ]
        : []),
      buildInvoiceLine({
        id: newPartId('invoiceLine'),
        invoice,
        amount: share((price.unit_amount ?? 0) * quantity, at, whole),
        period,
        price,
        quantity,
        rates,
        description: `Restliche Zeit mit ${itemName(world, price)} ab ${dateText(at)}`,
        source: { ...source, proration: { credited: null } },
      }),
    ];
  });
}

/** The part of `amount` that falls on the time from `at` to the end of its period. */
function share(amount: number, at: number, period: { start: number; end: number }): number {
  return Math.round((amount * (period.end - at)) / (period.end - period.start));
}

/** The newest line that billed the item for the running period; credits are counted from it. */
function lastDebit(
  world: World,
  subscription: WireSubscription,
  item: WireSubscriptionItem,
): { invoice: WireInvoice; line: WireInvoiceLine } | null {
  for (const invoice of invoicesOf(world, subscription)) {
    if (invoice.status === 'void' || (invoice.status === 'open' && awaitsPayment(subscription, invoice))) continue;
    const line = invoice.lines.data.find(
      (one) =>
        one.amount > 0 &&
        one.period.end === item.current_period_end &&
        one.parent?.subscription_item_details?.subscription_item === item.id,
    );
    if (line) return { invoice, line };
  }
  return null;
}

/** The subscription's items as they are after the changes. */
export function changedItems(subscription: WireSubscription, changes: ItemChange[]): WireSubscriptionItem[] {
  return subscription.items.data.map((item) => {
    const change = changes.find((one) => one.item.id === item.id);
    if (!change) return structuredClone(item);
    const price = structuredClone(change.price);
    return { ...structuredClone(item), price, plan: planOf(price) };
  });
}
