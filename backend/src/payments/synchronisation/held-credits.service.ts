import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { CreditsService } from '../../credits/index.js';
import { AppError } from '../../platform/errors/index.js';
import { lockCustomer } from '../records/lock-customer.js';
import type { Order } from '../records/order.entity.js';
import { Payment } from '../records/payment.entity.js';
import { findOrder } from '../records/records.lists.js';
import { CorrectionsService } from './corrections.service.js';
import { GrantsService } from './grants.service.js';
import { isHeld } from '../records/is-held.js';

/** Payments whose credits wait for an admin's word, within the transaction that decides. */
@Injectable()
export class HeldCreditsService {
  constructor(
    private readonly credits: CreditsService,
    private readonly grants: GrantsService,
    private readonly corrections: CorrectionsService,
  ) {}

  /** Under the customer's lock: no synchronisation, no withdrawal and no other decision meanwhile. @throws AppError `not_found`, `conflict` */
  async require(em: EntityManager, id: string): Promise<Payment> {
    const { userId } = (await em.findOne(Payment, { id }, { fields: ['userId'] })) ?? {};
    if (!userId) throw new AppError('not_found');
    await lockCustomer(em, userId);
    await this.credits.hold(em, userId);
    const payment = await em.findOneOrFail(Payment, { id }, { refresh: true });
    if (!isHeld(payment)) throw new AppError('conflict', { detail: 'this payment does not wait for anybody any more' });
    return payment;
  }

  /** Grants them, less what of the money went back meanwhile. @returns the order that was paid for, once it is known */
  async release(em: EntityManager, payment: Payment): Promise<Order | null> {
    await this.grants.release(em, payment);
    await this.corrections.follow(em, payment);
    const order = payment.orderId ? await findOrder(em, { id: payment.orderId }) : null;
    if (order) order.heldAt = null;
    await em.flush();
    return order;
  }
}
