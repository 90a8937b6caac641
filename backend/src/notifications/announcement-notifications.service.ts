import { Injectable } from '@nestjs/common';
import { AnnouncementReceipts } from '../announcements/index.js';
import { UsersService } from '../identity/index.js';
import { AppLinks } from './app-links.js';
import { EmailService } from './email.service.js';
import { announcementEmail } from './emails/announcement-emails.js';

/** Emails about changes that are announced. */
@Injectable()
export class AnnouncementNotificationsService {
  constructor(
    private readonly post: EmailService,
    private readonly links: AppLinks,
    private readonly users: UsersService,
    private readonly receipts: AnnouncementReceipts,
  ) {}

  async tell(receiptId: string): Promise<void> {
    const key = `announcement:${receiptId}`;
    const change = await this.receipts.begin(receiptId, await this.post.hasSent(key));
    const user = change && (await this.users.recipient(change.userId));
    if (!change || !user) return;
    const { announcement, plan, effectiveFrom, userId } = change;
    const { kind, text, version, priceRappen } = announcement;
    const mail = announcementEmail(
      user.displayName,
      { kind, text, version, priceRappen, plan, effectiveFrom },
      (page) => this.links.to(page),
    );
    await this.post.send({ key, template: `announcement_${kind}`, to: user.email, userId }, mail);
    await this.receipts.noteSent(receiptId, change);
  }
}
