export interface Attachment {
  filename: string;
  contentType: string;
  content: Buffer;
}

export interface Email {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Stable for the act the mail tells of: sent twice, a mail program shows it once. */
  messageId: string;
  attachments?: Attachment[];
}

/** The mail server knows nobody of this address: no fault of ours, or of the server. */
export class UnknownAddress extends Error {}

export abstract class Mailer {
  /** @throws UnknownAddress, or Error where the email was not taken for another reason */
  abstract send(mail: Email): Promise<void>;
}
