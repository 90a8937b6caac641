import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { UsersService } from '../identity/index.js';
import { PaymentEmails, type DisputeDecided, type PaymentNeeded } from '../payments/index.js';
import { DeclarationEmails, type Declaration } from '../contracts/index.js';
import { CreditsService } from '../credits/index.js';
import { AppLinks } from './app-links.js';
import { contractEmails, type Declared } from './emails/contract-emails.js';
import { disputeDecided } from './emails/dispute-emails.js';
import { EmailService } from './email.service.js';

/** Emails about contracts that end and payments that wait. They are sent whatever somebody prefers: they are about rights and money. */
@Injectable()
export class ContractNotificationsService {
  constructor(
    private readonly post: EmailService,
    private readonly links: AppLinks,
    private readonly users: UsersService,
    private readonly payments: PaymentEmails,
    private readonly declarations: DeclarationEmails,
    private readonly credits: CreditsService,
  ) {}

  /** Belongs to the address that was typed, not to an account: who that is was never looked up. */
  async declarationReceived(declarationId: string): Promise<void> {
    const declaration = await this.declarations.find(declarationId);
    if (!declaration) return;
    await this.post.send(
      {
        key: `declaration-received:${declarationId}`,
        template: `${declaration.kind}_received`,
        to: declaration.email,
        userId: null,
      },
      contractEmails.received(declaredBy(declaration)),
    );
  }

  /** The answer to one that nobody could carry out. */
  async declarationClosed(declarationId: string): Promise<void> {
    const declaration = await this.declarations.find(declarationId);
    if (!declaration?.answer) return;
    await this.post.send(
      {
        key: `declaration-closed:${declarationId}`,
        template: `${declaration.kind}_closed`,
        to: declaration.email,
        userId: null,
      },
      contractEmails.closed(declaredBy(declaration), declaration.answer),
    );
  }

  /** @param jobId one email per cancellation: a subscription may be canceled, taken up again and canceled once more */
  async subscriptionCanceled(subscriptionId: string, jobId: string): Promise<void> {
    const found = await this.payments.canceled(subscriptionId);
    const user = found && (await this.users.recipient(found.subscription.userId));
    if (!found || !user) return;
    const { userId, currentPeriodEnd } = found.subscription;
    const mail = contractEmails.canceled(user.displayName, found.planName, currentPeriodEnd, this.links.to('/app'));
    await this.post.send(
      { key: `subscription-canceled:${jobId}`, template: 'subscription_canceled', to: user.email, userId },
      mail,
    );
  }

  async paymentNeeded(
    { userId, subscriptionProviderId, problem }: z.infer<typeof PaymentNeeded.schema>,
    jobId: string,
  ): Promise<void> {
    const found = await this.payments.paymentNeeded(subscriptionProviderId, problem);
    const user = found && (await this.users.recipient(userId));
    if (!found || !user) return;
    const write = problem === 'action_required' ? contractEmails.paymentToConfirm : contractEmails.paymentFailed;
    const { priceRappen, payUrl } = found.subscription;
    await this.post.send(
      { key: `payment-needed:${jobId}`, template: problem, to: user.email, userId },
      write(user.displayName, found.planName, priceRappen, payUrl ?? this.links.to('/app')),
    );
  }

  async disputeDecided(
    { paymentId, outcome, amountRappen }: z.infer<typeof DisputeDecided.schema>,
    jobId: string,
  ): Promise<void> {
    const found = await this.payments.disputeDecided(paymentId);
    const user = found && (await this.users.recipient(found.payment.userId));
    if (!found || !user) return;
    const {
      payment: { userId, paidAt },
      order,
      subscription,
      refundRappen,
    } = found;
    const [balance, owedCredits] = [await this.credits.balance(userId), await this.credits.owed(userId)];
    const contract = subscription && {
      planName: subscription.planName,
      runsUntil: subscription.subscription.cancelAtPeriodEnd ? subscription.subscription.currentPeriodEnd : null,
      hasEnded: subscription.subscription.status === 'canceled',
    };
    const dispute = {
      outcome,
      amountRappen,
      paidAt,
      itemName: order?.itemName ?? contract?.planName ?? null,
      subscription: contract,
      withdrawnAt: order?.withdrawnAt ?? null,
      refundRappen,
      balance,
      owedCredits,
    };
    await this.post.send(
      { key: `dispute-decided:${jobId}`, template: 'dispute_decided', to: user.email, userId },
      disputeDecided(user.displayName, dispute, this.links.to('/app/settings/abrechnung')),
    );
  }

  async orderWithdrawn(orderId: string): Promise<void> {
    const found = await this.payments.withdrawn(orderId);
    const user = found && (await this.users.recipient(found.order.userId));
    if (!found || !user) return;
    const { number, kind, itemName, createdAt, withdrawnAt, userId } = found.order;
    const mail = contractEmails.withdrawn(
      user.displayName,
      {
        number,
        kind,
        itemName,
        orderedAt: createdAt,
        withdrawnAt: withdrawnAt!,
        refundRappen: found.refundRappen,
        awaitsDispute: found.order.awaitsDispute,
      },
      this.links.to('/app'),
    );
    await this.post.send(
      { key: `order-withdrawn:${orderId}`, template: 'order_withdrawn', to: user.email, userId },
      mail,
    );
  }
}

function declaredBy({ number, kind, createdAt, name, email, orderNumber, manner, statement }: Declaration): Declared {
  return {
    number,
    kind,
    receivedAt: createdAt,
    name,
    email,
    orderNumber: orderNumber ?? null,
    manner: manner ?? null,
    statement: statement ?? null,
  };
}
