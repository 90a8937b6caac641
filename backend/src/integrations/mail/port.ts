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

export abstract class Mailer {
  abstract send(mail: Email): Promise<void>;
}
