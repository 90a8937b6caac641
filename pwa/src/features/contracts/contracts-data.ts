import { api, settle, type Loaded, type Schemas } from '~/lib/api';
import type { Me } from '~/lib/session';

export type Receipt = Schemas['DeclarationReceipt'];
export type WithdrawableOrder = Schemas['Order'] & { withdrawableUntil: string };

/** As long as an order's number may be, also with what people write around it. */
export const ORDER_NUMBER_MAX = 40;

const isWithdrawable = (order: Schemas['Order']): order is WithdrawableOrder => order.withdrawableUntil !== null;

/** The own orders that can still be withdrawn from: within days of ordering, so they stand on the newest page. */
export const loadWithdrawable = (): Promise<Loaded<WithdrawableOrder[]>> =>
  settle(api.listOrders({ query: { limit: 50 } }).then(({ items }) => items.filter(isWithdrawable)));

/** What a form begins with: a user who is signed in need not write who they are. */
export const declarer = (me: Me | null) => ({ name: me?.displayName ?? '', email: me?.email ?? '' });
