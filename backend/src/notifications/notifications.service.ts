import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config/index.js';
import { UsersService } from '../identity/index.js';
import { type ModelOnReceipt } from '../privacy/index.js';
import { ContractTexts, OrdersService, withdrawalEnd, type Order } from '../payments/index.js';
import { GenerationsService, PlannedRuns } from '../generations/index.js';
import { AppLinks } from './app-links.js';
import { orderConfirmationPdf } from './order-confirmation-pdf.js';
import { senderLines, type EmailContent } from './emails/email-template.js';
import { orderEmails, type OrderedItem } from './emails/order-emails.js';
import { portraitEmails } from './emails/portrait-emails.js';
import { EmailService, type Envelope } from './email.service.js';
import { PushNewsService } from './push/push-news.service.js';

/** Emails about orders, trainings and portraits; of the latter two, browsers are told as well. */
@Injectable()
export class NotificationsService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly contracts: ContractTexts,
    private readonly post: EmailService,
    private readonly links: AppLinks,
    private readonly users: UsersService,
    private readonly orders: OrdersService,
    private readonly generations: GenerationsService,
    private readonly plannedRuns: PlannedRuns,
    private readonly push: PushNewsService,
  ) {}

  async orderPaid(orderId: string): Promise<void> {
    const order = await this.orders.forEmail(orderId);
    const user = order && (await this.users.recipient(order.userId));
    if (!order || !user) return;
    const texts = await this.contracts.of(order);
    const mail = orderEmails.paid(
      user.displayName,
      orderedItem(order),
      { seller: this.config.operator, texts },
      this.links.to('/app'),
      this.links.to('/vertrag-widerrufen'),
    );
    await this.post.send(
      { key: `order-paid:${orderId}`, template: 'order_paid', to: user.email, userId: order.userId },
      mail,
      async () => [
        {
          filename: `Bestellung-${order.number}.pdf`,
          contentType: 'application/pdf',
          content: await orderConfirmationPdf({
            title: `Bestellbestätigung ${order.number}`,
            paragraphs: [mail.greeting, ...mail.paragraphs],
            texts,
            sender: senderLines(this.config.operator),
            at: order.paidAt ?? order.createdAt,
          }),
        },
      ],
    );
  }

  /** What became of an order whose credits waited. */
  async heldOrderDecided(orderId: string, decision: 'confirmed' | 'refused'): Promise<void> {
    const order = await this.orders.forEmail(orderId);
    const user = order && (await this.users.recipient(order.userId));
    if (!order || !user) return;
    const url = this.links.to('/app');
    const mail =
      decision === 'confirmed'
        ? orderEmails.confirmed(user.displayName, orderedItem(order), url)
        : orderEmails.refused(user.displayName, orderedItem(order), await this.orders.refundedFor(orderId), url);
    await this.post.send(
      { key: `held-order:${orderId}`, template: `order_${decision}`, to: user.email, userId: order.userId },
      mail,
    );
  }

  async trainingEnded(
    event: {
      profileId: string;
      userId: string;
      name: string;
      status: 'ready' | 'failed' | 'failed_for_good';
      keeps?: ModelOnReceipt | undefined;
    },
    jobId: string,
  ): Promise<void> {
    const chosenAhead = event.status === 'ready' ? await this.plannedRuns.forEmail(event.profileId) : null;
    const startedRunId = chosenAhead?.generationId ?? undefined;
    // First: a mail server that is away does not keep the browsers waiting.
    await this.push.spread(jobId, event.userId, {
      news: `training_${event.status}`,
      subjectId: event.profileId,
      startedRunId,
    });
    await this.news(event.userId, { key: `profile-settled:${jobId}`, template: `profile_${event.status}` }, (name) =>
      event.status === 'ready'
        ? portraitEmails.profileReady(
            name,
            { profileName: event.name, keeps: event.keeps, chosenAhead },
            this.links.to(startedRunId ? `/app/generations/${startedRunId}` : '/app/styles'),
          )
        : portraitEmails.profileFailed(
            name,
            event.name,
            event.status === 'failed_for_good',
            this.links.to('/app/profile-wizard', { profile: event.profileId }),
          ),
    );
  }

  async generationEnded(
    event: { generationId: string; userId: string; status: 'completed' | 'failed' },
    jobId: string,
  ): Promise<void> {
    const found = await this.generations.forEmail(event.generationId);
    if (!found) return; // deleted meanwhile: nothing to tell
    await this.push.spread(jobId, event.userId, {
      news: event.status === 'completed' ? 'portraits_ready' : 'portraits_failed',
      subjectId: event.generationId,
    });
    await this.news(
      event.userId,
      { key: `generation-${event.status}:${event.generationId}`, template: `generation_${event.status}` },
      (name) =>
        event.status === 'completed'
          ? portraitEmails.generationCompleted(
              name,
              found.styleName,
              found.expiresAt,
              this.links.to(`/app/generations/${event.generationId}`),
            )
          : portraitEmails.generationFailed(name, found, this.links.to('/app')),
    );
  }

  /** News of finished work, for those who want it by mail. */
  private async news(
    userId: string,
    mail: Pick<Envelope, 'key' | 'template'>,
    write: (name: string | null) => EmailContent,
  ): Promise<void> {
    const user = await this.users.recipient(userId);
    if (user?.notifyByEmail) await this.post.send({ ...mail, to: user.email, userId }, write(user.displayName));
  }
}

function orderedItem(order: Order): OrderedItem {
  const { number, kind, itemName, amountRappen, vatPercent, vatRappen, credits, createdAt, paidAt, heldAt } = order;
  const { nextChargeAt: at, nextChargeRappen: rappen } = order;
  return {
    number,
    kind,
    itemName,
    amountRappen,
    vat: typeof vatRappen === 'number' ? { percent: vatPercent ?? null, rappen: vatRappen } : null,
    credits,
    orderedAt: createdAt,
    withdrawableUntil: withdrawalEnd(paidAt ?? createdAt),
    nextCharge: at && typeof rappen === 'number' ? { at, rappen } : null,
    isHeld: Boolean(heldAt),
  };
}
