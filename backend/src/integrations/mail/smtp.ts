import { createTransport, type Transporter } from 'nodemailer';
import type { SMTPError } from 'nodemailer/lib/smtp-connection/index.js';
import { Mailer, UnknownAddress, type Email } from './port.js';

/** In milliseconds. */
const DEADLINES = { dnsTimeout: 5_000, connectionTimeout: 10_000, greetingTimeout: 30_000, socketTimeout: 20_000 };

/** Refused for good because of its address; 4xx is for now only, and 5.7 (RFC 3463) refuses us. */
function isOfAddress({ command, responseCode = 0, response = '' }: SMTPError): boolean {
  return command === 'RCPT TO' && responseCode >= 550 && responseCode <= 553 && !/^\d{3}[ -]5\.7\./.test(response);
}

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
    try {
      await this.transport.sendMail({ from: this.from, ...mail });
    } catch (error) {
      throw isOfAddress(error as SMTPError) ? new UnknownAddress((error as Error).message, { cause: error }) : error;
    }
  }
}
