import { randomUUID } from 'node:crypto';
import { createTransport } from 'nodemailer';
import { isForVisitors } from '../../config/index.js';
import { good, off, todo, unknown, wordsOf, type Found, type Installation } from './finding.js';

const DEADLINES = { dnsTimeout: 5_000, connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 };
/** What the DNS says where a name or its text does not exist; anything else is no answer. */
const NOT_THERE = new Set(['ENOTFOUND', 'ENODATA']);

export async function checkEmail(installation: Installation): Promise<Found[]> {
  const { config, emailTo } = installation;
  const transport = createTransport({ url: config.mail.smtpUrl, ...DEADLINES } as never);
  try {
    await transport.verify();
    const sent = emailTo ? [await sendOne(transport, config.mail.from, emailTo)] : [];
    return [good('Der Mailserver antwortet und lässt uns ein'), ...sent, ...(await checkDomain(installation))];
  } finally {
    transport.close();
  }
}

async function sendOne(transport: ReturnType<typeof createTransport>, from: string, to: string): Promise<Found> {
  await transport.sendMail({
    from,
    to,
    subject: 'Bildnis: Probe des Versands',
    text: 'Diese E-Mail zeigt, dass der Versand geht. Prüfen Sie, ob sie im Posteingang liegt und nicht im Spam.',
    messageId: `<installation-check-${randomUUID()}@bildnis>`,
  });
  return good(`Eine E-Mail an ${to} wurde angenommen: sehen Sie nach, ob sie im Posteingang liegt`);
}

/** A domain and those above it, down to the one that was registered: a policy of theirs holds for it, too. */
function withParents(domain: string): string[] {
  const labels = domain.split('.');
  return labels.slice(0, -1).map((_, at) => labels.slice(at).join('.'));
}

/** What others ask the DNS before they believe an email. */
async function checkDomain({ config, mode, dkimSelector, lookUpTexts }: Installation): Promise<Found[]> {
  if (!isForVisitors(mode)) return [];
  const domain = /@([^\s>]+)>?\s*$/.exec(config.mail.from)?.[1];
  if (!domain) return [todo('MAIL_FROM nennt keine Adresse')];
  /** @returns whether one of the names has such a text; nobody answering is no answer */
  const has = async (names: string[], mark: RegExp): Promise<boolean> => {
    for (const name of names) {
      const texts = await lookUpTexts(name).catch((error: NodeJS.ErrnoException) => {
        if (NOT_THERE.has(error.code ?? '')) return [];
        throw error;
      });
      if (texts.some((parts) => mark.test(parts.join('')))) return true;
    }
    return false;
  };
  const find = (names: string[], mark: RegExp, missing: string, found: string): Promise<Found> =>
    has(names, mark).then(
      (isThere) => (isThere ? good(found) : todo(missing)),
      (error: unknown) => unknown(`Das DNS sagt nichts zu ${names[0]}: ${wordsOf(error)}`),
    );
  return Promise.all([
    find(
      [domain],
      /^v=spf1\b/i,
      `${domain} hat keinen SPF-Eintrag (TXT «v=spf1 …» mit den Servern, die für Sie senden)`,
      'SPF ist da',
    ),
    find(
      // A policy of the domain above holds for this one, too.
      withParents(domain).map((name) => `_dmarc.${name}`),
      /^v=DMARC1\b/i,
      `_dmarc.${domain} fehlt (TXT «v=DMARC1; p=quarantine; …»)`,
      'DMARC ist da',
    ),
    dkimSelector
      ? find(
          [`${dkimSelector}._domainkey.${domain}`],
          /\bp=[A-Za-z0-9+/]/,
          `${dkimSelector}._domainkey.${domain} fehlt (TXT mit dem Schlüssel Ihres Mailservers)`,
          'DKIM ist da',
        )
      : off('DKIM: nennen Sie den Selektor Ihres Mailservers mit --dkim NAME, um den Eintrag zu prüfen'),
  ]);
}
