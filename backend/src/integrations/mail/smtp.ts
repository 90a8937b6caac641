import { createTransport, type Transporter } from 'nodemailer';
import { Mailer, type Letter } from './port.js';

export class SmtpMailer extends Mailer {
  private readonly transport: Transporter;

  constructor(
    url: string,
    private readonly from: string,
  ) {
    super();
    this.transport = createTransport({ url, connectionTimeout: 10_000, socketTimeout: 20_000 } as never);
  }

  async send(letter: Letter): Promise<void> {
    await this.transport.sendMail({
      from: this.from,
      to: letter.to,
      subject: letter.subject,
      text: letter.text,
      html: letter.html,
      messageId: letter.messageId,
    });
  }
}
