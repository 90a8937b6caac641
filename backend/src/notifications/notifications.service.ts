import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { AccountsService, EmailTokens } from '../accounts/index.js';
import { OrdersService } from '../billing/index.js';
import { CONFIG, type Config } from '../config/index.js';
import { GenerationsService } from '../generations/index.js';
import { Mailer } from '../integrations/mail/index.js';
import { renderLetter, type LetterContent } from './letter-template.js';
import { letters } from './letters.js';

/** Writes and sends letters. A key names the act a letter tells of; sent again, it carries the same Message-ID. */
@Injectable()
export class NotificationsService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly mailer: Mailer,
    private readonly accounts: AccountsService,
    private readonly tokens: EmailTokens,
    private readonly orders: OrdersService,
    private readonly generations: GenerationsService,
  ) {}

  async emailConfirmation(userId: string, tokenId: string): Promise<void> {
    const url = this.url(`/confirm-email?token=${encodeURIComponent(this.tokens.secretOf(tokenId))}`);
    await this.send(userId, `confirm-email:${tokenId}`, (name) => letters.confirmEmail(name, url));
  }

  async orderPaid(orderId: string): Promise<void> {
    const found = await this.orders.forLetter(orderId);
    if (!found) return;
    const order = { planName: found.planName, amountRappen: found.order.amountRappen, credits: found.order.credits, orderedAt: found.order.createdAt };
    await this.send(found.order.userId, `order-paid:${orderId}`, (name) => letters.orderPaid(name, order, this.url('/app')));
  }

  async profileSettled(event: { profileId: string; userId: string; name: string; outcome: 'ready' | 'failed' | 'failed_for_good' }, jobId: string): Promise<void> {
    await this.send(event.userId, `profile-settled:${jobId}`, (name) =>
      event.outcome === 'ready'
        ? letters.profileReady(name, event.name, this.url('/app/styles'))
        : letters.profileFailed(name, event.name, event.outcome === 'failed_for_good', this.url(`/app/profile-wizard?profile=${event.profileId}`)),
    );
  }

  async generationSettled(event: { generationId: string; userId: string; outcome: 'completed' | 'failed' }): Promise<void> {
    const found = await this.generations.forLetter(event.generationId);
    if (!found) return; // deleted meanwhile: nothing to tell
    const url = this.url(event.outcome === 'completed' ? `/app/generations/${event.generationId}` : '/app');
    await this.send(event.userId, `generation-${event.outcome}:${event.generationId}`, (name) =>
      event.outcome === 'completed' ? letters.generationCompleted(name, found.styleName, found.expiresAt, url) : letters.generationFailed(name, found.styleName, url),
    );
  }

  private async send(userId: string, key: string, write: (name: string | null) => LetterContent): Promise<void> {
    const addressee = await this.accounts.addressee(userId);
    if (!addressee) return;
    const host = new URL(this.config.publicOrigin).hostname;
    const messageId = `<${createHash('sha256').update(key).digest('hex').slice(0, 32)}@${host}>`;
    await this.mailer.send({ to: addressee.email, messageId, ...renderLetter(write(addressee.displayName)) });
  }

  private url(path: string): string {
    return this.config.publicOrigin + path;
  }
}
