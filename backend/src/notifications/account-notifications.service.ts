import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { z } from 'zod';
import {
  AccountDeletionService,
  DataExportsService,
  type AccountBlocked,
  type DataExportNewsDue,
} from '../privacy/index.js';
import { EmailCodes, EmailTokens } from '../sign-in/index.js';
import { UsersService, type SecurityChanged } from '../identity/index.js';
import { accountEmails } from './emails/account-emails.js';
import { AppLinks } from './app-links.js';
import { EmailService } from './email.service.js';

/** Emails about the account itself. They are sent whatever somebody prefers: they are about safety and rights. */
@Injectable()
export class AccountNotificationsService {
  constructor(
    private readonly em: EntityManager,
    private readonly post: EmailService,
    private readonly links: AppLinks,
    private readonly users: UsersService,
    private readonly tokens: EmailTokens,
    private readonly codes: EmailCodes,
    private readonly exports: DataExportsService,
    private readonly deletions: AccountDeletionService,
  ) {}

  /** @returns whether there was an address to confirm. */
  async emailConfirmation(userId: string, tokenId: string, mail = accountEmails.confirmEmail): Promise<boolean> {
    const user = await this.users.recipient(userId);
    if (!user || !(await this.tokens.issue(this.em.fork(), { id: tokenId, userId, kind: 'confirm_email' })))
      return false;
    const url = this.links.to('/confirm-email', { token: this.tokens.secretOf(tokenId, 'confirm_email') });
    await this.post.send(
      { key: `confirm-email:${tokenId}`, template: 'confirm_email', to: user.email, userId },
      mail(url),
    );
    return true;
  }

  /** Of an address nobody has confirmed, name and terms are those of the person who registered it: its owner goes the way of the confirmation, which asks for them. */
  async passwordReset(userId: string, tokenId: string): Promise<void> {
    if (await this.emailConfirmation(userId, tokenId, accountEmails.confirmBeforeReset)) return;
    const user = await this.users.recipient(userId);
    if (!user || !(await this.tokens.issue(this.em.fork(), { id: tokenId, userId, kind: 'reset_password' }))) return;
    const url = this.links.to('/reset-password', { token: this.tokens.secretOf(tokenId, 'reset_password') });
    await this.post.send(
      { key: `reset-password:${tokenId}`, template: 'reset_password', to: user.email, userId },
      accountEmails.resetPassword(url),
    );
  }

  async emailCode(codeId: string): Promise<void> {
    const found = await this.codes.emailOf(codeId);
    if (!found) return; // used or expired meanwhile
    await this.post.send(
      { key: `email-code:${codeId}`, template: 'email_code', to: found.email, userId: null },
      accountEmails.code(found.code),
    );
  }

  async securityChanged({ userId, change, what, at, noticeId }: z.infer<typeof SecurityChanged.schema>): Promise<void> {
    const user = await this.users.recipient(userId);
    if (!user) return;
    const content = accountEmails.securityChanged(user.displayName, { kind: change, what, at: new Date(at) }, (page) =>
      this.links.to(page),
    );
    await this.post.send({ key: `security:${noticeId}`, template: change, to: user.email, userId }, content);
  }

  async exportEnded({ userId, exportId, status }: z.infer<typeof DataExportNewsDue.schema>): Promise<void> {
    const [user, expiresAt] = [await this.users.recipient(userId), await this.exports.expiryOf(exportId)];
    if (!user || (status === 'ready' && !expiresAt)) return; // deleted meanwhile
    const url = this.links.to('/app/settings/daten');
    const content =
      status === 'ready'
        ? accountEmails.exportReady(user.displayName, expiresAt!, url)
        : accountEmails.exportFailed(user.displayName, url);
    await this.post.send(
      { key: `export-${status}:${exportId}`, template: `export_${status}`, to: user.email, userId },
      content,
    );
  }

  async accountDeleted(deletionId: string): Promise<void> {
    const receipt = await this.deletions.receiptOf(deletionId);
    if (!receipt) return;
    await this.post.send(
      { key: `account-deleted:${deletionId}`, template: 'account_deleted', to: receipt.email, userId: null },
      accountEmails.accountDeleted(receipt.removed, receipt.debt, receipt.deletedAt),
    );
    await this.deletions.receiptSent(deletionId);
  }

  async accountBlocked({ userId, reason, at }: z.infer<typeof AccountBlocked.schema>): Promise<void> {
    const user = await this.users.recipient(userId);
    if (user)
      await this.post.send(
        { key: `account-blocked:${userId}:${at}`, template: 'account_blocked', to: user.email, userId },
        accountEmails.accountBlocked(user.displayName, reason),
      );
  }
}
