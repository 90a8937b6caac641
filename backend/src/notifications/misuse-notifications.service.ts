import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { UsersService } from '../identity/index.js';
import { MisuseEmails, type MisusedRunRemoved } from '../misuse/index.js';
import { AppLinks } from './app-links.js';
import { misuseEmails } from './emails/misuse-emails.js';
import { EmailService } from './email.service.js';

/** Emails about reports of misuse. Reporters learn nothing of customers, and customers nothing of reporters. */
@Injectable()
export class MisuseNotificationsService {
  constructor(
    private readonly post: EmailService,
    private readonly links: AppLinks,
    private readonly users: UsersService,
    private readonly misuse: MisuseEmails,
  ) {}

  async reported(reportId: string): Promise<void> {
    const found = await this.misuse.toConfirm(reportId);
    if (!found) return;
    const { number, createdAt, email } = found.report;
    const mail = misuseEmails.toConfirm(
      { number, receivedAt: createdAt },
      this.links.to('/missbrauch-melden', { token: found.token }),
    );
    await this.post.send(
      { key: `misuse-reported:${reportId}`, template: 'misuse_reported', to: email, userId: null },
      mail,
    );
  }

  async closed(reportId: string): Promise<void> {
    const found = await this.misuse.closed(reportId);
    if (!found) return;
    const { number, createdAt, email, answer } = found.report;
    const mail = misuseEmails.closed({ number, receivedAt: createdAt }, found, answer ?? '');
    await this.post.send(
      { key: `misuse-closed:${reportId}`, template: 'misuse_closed', to: email, userId: null },
      mail,
    );
  }

  async runRemoved({
    generationId,
    userId,
    styleName,
    completedAt,
    reason,
  }: z.infer<typeof MisusedRunRemoved.schema>): Promise<void> {
    const user = await this.users.recipient(userId);
    if (!user) return;
    const mail = misuseEmails.runRemoved(user.displayName, { styleName, completedAt: new Date(completedAt) }, reason);
    await this.post.send(
      { key: `misused-run-removed:${generationId}`, template: 'misused_run_removed', to: user.email, userId },
      mail,
    );
  }
}
