import { createTransport, type Transporter } from 'nodemailer';
import { Mailer, type Email } from './port.js';

/** In milliseconds. */
const DEADLINES = { dnsTimeout: 5_000, connectionTimeout: 10_000, greetingTimeout: 30_000, socketTimeout: 20_000 };

export class SmtpMailer extends Mailer {
  private readonly transport: Transporter;

  constructor(
    url: string,
    private readonly from: string,
  ) {
    super();
    this.transport = createTransport({ url, ...DEADLINES } as never);
  }

  async send(mail: Email): Promise<void> {
    await this.transport.sendMail({
      from: this.from,
      to: mail.to,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      messageId: mail.messageId,
      ...(mail.attachments ? { attachments: mail.attachments } : {}),
    });
  }
}
