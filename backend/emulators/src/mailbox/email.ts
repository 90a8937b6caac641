import { createHash, randomUUID } from 'node:crypto';
import PostalMime, { type Address } from 'postal-mime';

/** A mail as the mailbox keeps and shows it. */
export interface Email {
  /** Derived from the Message-ID, so that the same mail has the same id. */
  id: string;
  messageId: string;
  from: string;
  /** The addresses it was really delivered to, not what its header says. */
  to: string[];
  subject: string;
  /** When it arrived, ISO 8601. */
  date: string;
  text: string;
  /** Empty when the mail has no HTML part. */
  html: string;
  attachments: Attachment[];
}

export interface Attachment {
  name: string;
  type: string;
  /** Base64. */
  content: string;
}

/** Who handed the mail over, by the SMTP envelope. */
export interface Envelope {
  from: string;
  to: string[];
}

/** Reads a mail in MIME form. A mail without Message-ID gets one of its own. */
export async function readEmail(raw: Buffer, envelope: Envelope, arrived: Date): Promise<Email> {
  const mail = await PostalMime.parse(raw, { attachmentEncoding: 'base64' });
  const messageId = mail.messageId?.trim() || `<${randomUUID()}@mailbox.invalid>`;
  return {
    id: createHash('sha256').update(messageId).digest('hex').slice(0, 24),
    messageId,
    from: addressText(mail.from) ?? envelope.from,
    to: envelope.to,
    subject: mail.subject?.trim() ?? '',
    date: arrived.toISOString(),
    text: mail.text ?? '',
    html: mail.html ?? '',
    attachments: mail.attachments.map(({ filename, mimeType, content }) => ({
      name: filename ?? 'Anhang',
      type: mimeType,
      content: content as string,
    })),
  };
}

function addressText(address: Address | undefined): string | null {
  if (!address?.address) return null;
  return address.name ? `${address.name} <${address.address}>` : address.address;
}
