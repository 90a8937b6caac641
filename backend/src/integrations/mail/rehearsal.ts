import { Logger } from '@nestjs/common';
import type { Email } from './port.js';
import { Mailer } from './port.js';

/** Emails of a rehearsal say that they are, and reach nobody who was not named: a mistyped address may be somebody's. */
export class RehearsalMailer extends Mailer {
  private readonly logger = new Logger('rehearsal');

  /** @param emailsTo addresses in lower case, and domains with their `@` */
  constructor(
    private readonly mailer: Mailer,
    private readonly emailsTo: readonly string[],
  ) {
    super();
  }

  async send(mail: Email): Promise<void> {
    const to = mail.to.toLowerCase();
    if (!this.emailsTo.includes(to) && !this.emailsTo.includes(to.slice(to.lastIndexOf('@'))))
      return this.logger.warn('an email was not sent: REHEARSAL_EMAILS does not name its address');
    await this.mailer.send({ ...mail, subject: `[Probe] ${mail.subject}` });
  }
}
