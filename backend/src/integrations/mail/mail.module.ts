import { Global, Module } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/index.js';
import { Mailer } from './port.js';
import { RehearsalMailer } from './rehearsal.js';
import { SmtpMailer } from './smtp.js';

@Global()
@Module({
  providers: [
    {
      provide: Mailer,
      inject: [CONFIG],
      useFactory: ({ mail, rehearsal }: Config) => {
        const mailer = new SmtpMailer(mail.smtpUrl, mail.from);
        return rehearsal ? new RehearsalMailer(mailer, rehearsal.emailsTo) : mailer;
      },
    },
  ],
  exports: [Mailer],
})
export class MailModule {}
