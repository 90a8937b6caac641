import { createHash, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { CONFIG, type Config } from '../config/index.js';
import { Mailer, UnknownAddress, type Attachment, type Email } from '../integrations/mail/index.js';
import { Clock } from '../platform/clock/index.js';
import { EmailMetrics } from './email-metrics.js';
import { db } from './notifications.tables.js';
import { renderEmail, type EmailContent } from './emails/email-template.js';
import type { EmailTemplate } from './emails/email-templates.js';

export interface Envelope {
  /** The act the email tells of; an email with a key that has been sent is not sent again. */
  key: string;
  template: EmailTemplate;
  to: string;
  /** Whose email it is, for the list of emails; null when the account is gone. */
  userId: string | null;
}

/** Sends each email at least once and notes that it has: only a crash between the two can send it twice, under the same Message-ID. */
@Injectable()
export class EmailService {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly em: EntityManager,
    private readonly mailer: Mailer,
    private readonly clock: Clock,
    private readonly metrics: EmailMetrics,
  ) {}

  /** Whether an email has gone, as long as that is kept. */
  async hasSent(key: string): Promise<boolean> {
    const row = await db(this.em).selectFrom('mail').select('sent_at').where('key', '=', key).executeTakeFirst();
    return !!row?.sent_at;
  }

  async send(
    envelope: Envelope,
    content: EmailContent,
    /** Made only where the email has not been sent yet. */
    attach?: () => Promise<Attachment[]>,
  ): Promise<void> {
    const messageId = `<${createHash('sha256').update(envelope.key).digest('hex').slice(0, 32)}@${new URL(this.config.publicOrigin).hostname}>`;
    const row = await db(this.em)
      .insertInto('mail')
      .values({
        id: randomUUID(),
        created_at: this.clock.now(),
        key: envelope.key,
        message_id: messageId,
        user_id: envelope.userId,
        template: envelope.template,
      })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(({ ref }) => ({ key: ref('excluded.key') })))
      .returning('sent_at')
      .executeTakeFirst();
    if (row?.sent_at) return;
    await this.handOver({
      to: envelope.to,
      messageId,
      ...renderEmail(content, this.config.operator),
      ...(attach ? { attachments: await attach() } : {}),
    });
    await db(this.em).updateTable('mail').set({ sent_at: this.clock.now() }).where('key', '=', envelope.key).execute();
  }

  private async handOver(email: Email): Promise<void> {
    const begun = performance.now();
    let outcome: Parameters<EmailMetrics['record']>[1] = 'taken';
    try {
      await this.mailer.send(email);
    } catch (error) {
      outcome = error instanceof UnknownAddress ? 'unknown address' : 'refused';
      throw error;
    } finally {
      this.metrics.record((performance.now() - begun) / 1000, outcome);
    }
  }
}
