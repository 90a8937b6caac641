import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { CreditsService } from '../../credits/index.js';
import type { ProviderCharge } from '../../integrations/payments/index.js';
import { Outbox } from '../../platform/queue/index.js';
import { DisputeDecided } from '../payments.events.js';
import { AddressDebtsService } from '../debts/address-debts.service.js';
import { correctionKey } from './ledger-keys.js';
import { Payment } from '../records/payment.entity.js';
import { Refund } from '../records/refund.entity.js';

/** Makes the credits follow money that went back: by refund, by chargeback, or back to us when either did not hold. */
@Injectable()
export class CorrectionsService {
  private readonly logger = new Logger('corrections');

  constructor(
    private readonly credits: CreditsService,
    private readonly debts: AddressDebtsService,
    private readonly outbox: Outbox,
  ) {}

  /** Runs under the customer's lock. Converges: however often it runs, and in whatever order things became known. */
  async correct(em: EntityManager, userId: string, charges: ProviderCharge[]): Promise<void> {
    const payments = await em.find(Payment, { userId, paymentIntentId: { $ne: null } }, { orderBy: { paidAt: 'asc' } });
    const byIntent = new Map(charges.map((charge) => [charge.paymentIntentId, charge]));
    for (const payment of payments) {
      const charge = byIntent.get(payment.paymentIntentId!);
      if (!charge) continue;
      if (charge.refundedRappen < payment.refundedRappen) await this.noteFailedRefund(em, payment);
      const before = { disputedRappen: payment.disputedRappen, isDisputeOpen: payment.isDisputeOpen };
      payment.refundedRappen = charge.refundedRappen;
      payment.disputedRappen = charge.dispute?.amountRappen ?? 0;
      payment.isDisputeOpen = charge.dispute?.isOpen ?? false;
      await this.follow(em, payment);
      await this.noteDecision(em, payment, before);
    }
    await em.flush();
  }

  /** Tells the customer once how a chargeback ended, also one that was never heard of while it was open. */
  private async noteDecision(
    em: EntityManager,
    payment: Payment,
    before: Pick<Payment, 'disputedRappen' | 'isDisputeOpen'>,
  ): Promise<void> {
    const isLost =
      !payment.isDisputeOpen && payment.disputedRappen > 0 && (before.isDisputeOpen || before.disputedRappen === 0);
    const isWon = before.isDisputeOpen && payment.disputedRappen === 0;
    if (!isLost && !isWon) return;
    const [outcome, amountRappen] = isLost
      ? (['lost', payment.disputedRappen] as const)
      : (['won', before.disputedRappen] as const);
    await this.outbox.add(
      em,
      DisputeDecided,
      { paymentId: payment.id, outcome, amountRappen },
      { dedupeKey: `dispute-decided:${payment.id}:${outcome}:${payment.corrections}` },
    );
  }

  /** Money that was sent did not arrive: the credits come back by themselves, the money only if somebody looks. */
  private async noteFailedRefund(em: EntityManager, payment: Payment): Promise<void> {
    this.logger.error({ paymentId: payment.id }, 'a refund did not arrive: somebody has to look');
    await em.nativeUpdate(
      Refund,
      { paymentId: payment.id, status: 'submitted' },
      { status: 'failed', failure: 'not_arrived' },
    );
  }

  /** Takes back, or gives back, what the money that is gone stands for. */
  async follow(em: EntityManager, payment: Payment): Promise<void> {
    const target = creditsLost(
      payment,
      payment.refundedRappen + (await this.given(em, payment)) + payment.disputedRappen,
    );
    const difference = target - payment.creditsTakenBack;
    if (difference === 0) return;
    payment.corrections += 1;
    payment.creditsTakenBack = target;
    const movement = { userId: payment.userId, businessKey: correctionKey(payment.id, payment.corrections) };
    if (difference > 0) await this.credits.takeBack(em, { ...movement, credits: difference });
    else await this.credits.book(em, { ...movement, delta: -difference, reason: 'refund_return' });
    await this.debts.follow(em, payment.userId);
  }

  /** Refunds of ours count from their promise on; once sent the provider counts them, unless the money went another way. */
  private async given(em: EntityManager, payment: Payment): Promise<number> {
    const refunds = await em.find(Refund, { paymentId: payment.id, status: { $in: ['requested', 'settled'] } });
    return refunds.reduce((sum, refund) => sum + refund.amountRappen, 0);
  }
}

/** The credits that so much of a payment stood for, in the customer's favour where it does not come out even. */
function creditsLost(payment: Payment, lostRappen: number): number {
  if (payment.amountRappen <= 0) return 0;
  return Math.floor((payment.creditsGranted * Math.min(lostRappen, payment.amountRappen)) / payment.amountRappen);
}
