import { facts } from '../../facts/index.js';
import type { EmailContent } from './email-template.js';
import { atMoment, CLOSING, greeting, typed } from './words.js';

/** Emails to those whose programs are told of what happens here. */
export const webhookEmails = {
  disabled: (
    name: string | null,
    { host, reason, at }: { host: string; reason: 'gone' | 'failing'; at: Date },
    url: string,
  ): EmailContent => ({
    subject: 'Ein Webhook wurde ausgeschaltet',
    greeting: greeting(name),
    paragraphs: [
      reason === 'gone'
        ? `Ihr Endpunkt bei ${typed(host)} hat geantwortet, dass es ihn nicht mehr gibt (410).`
        : `Ihr Endpunkt bei ${typed(host)} hat seit ${facts.webhooks.failingDays} Tagen keine Nachricht mehr angenommen.`,
      `Am ${atMoment(at)} haben wir ihn darum ausgeschaltet und senden ihm nichts mehr. Sobald er wieder erreichbar ist, können Sie ihn einschalten und einzelne Nachrichten erneut senden.`,
    ],
    action: { label: 'Webhooks öffnen', url },
    closing: CLOSING,
  }),
};
