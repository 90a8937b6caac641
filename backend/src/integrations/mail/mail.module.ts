import { Global, Module } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/index.js';
import { Mailer } from './port.js';
import { SmtpMailer } from './smtp.js';

@Global()
@Module({
  providers: [
    {
      provide: Mailer,
      inject: [CONFIG],
      useFactory: (config: Config) => new SmtpMailer(config.mail.smtpUrl, config.mail.from),
    },
  ],
  exports: [Mailer],
})
export class MailModule {}
