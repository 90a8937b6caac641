import type { z } from 'zod';
import { facts, type PlanId } from '../../facts/index.js';
import type { Order } from '../records/order.entity.js';
import { viewVat } from '../records/vat.js';
import { withdrawableUntil } from '../records/withdrawal-period.js';
import type { OrderView } from './orders.schemas.js';

export function viewOrder(order: Order, now: Date): z.infer<typeof OrderView> {
  return {
    id: order.id,
    number: order.number,
    kind: order.kind,
    status: order.status,
    planId: (order.planId as PlanId | null) ?? null,
    itemName: order.itemName,
    amountRappen: order.amountRappen,
    vat: viewVat(order),
    currency: facts.currency,
    credits: order.credits,
    paymentUrl: order.status === 'pending' ? (order.paymentUrl ?? null) : null,
    createdAt: order.createdAt.toISOString(),
    paidAt: order.paidAt?.toISOString() ?? null,
    withdrawableUntil: withdrawableUntil(order, now)?.toISOString() ?? null,
    withdrawnAt: order.withdrawnAt?.toISOString() ?? null,
    awaitsDispute: order.awaitsDispute,
    refundRappen: order.refundRappen,
    heldAt: order.status === 'paid' ? (order.heldAt?.toISOString() ?? null) : null,
  };
}
