import type { WireAnswer } from '../pages/byte-server.js';
import { serveLoopback, type PageAnswer, type PageRequest } from '../pages/loopback-server.js';
import { stylesAnswer } from '../pages/frame.js';
import { look } from '../pages/look.css.js';
import { readEmail, type Email } from './email.js';
import { EmailStore } from './email-store.js';
import { mailboxLook } from './mailbox.css.js';
import { attachmentFile, emailHtml, emailPage, listPage, missingPage, stylesPath } from './mailbox-pages.js';
import { listenSmtp } from './smtp.js';

export interface MailboxOptions {
  /** Port of the page; 0 or nothing takes a free one. */
  port?: number;
  /** Port for mail; 0 or nothing takes a free one. */
  smtpPort?: number;
  /** Folder of the kept mails. */
  dataDir: string;
  now?: () => Date;
}

/** A running mailbox. */
export interface Mailbox {
  /** The page, `http://127.0.0.1:port`. */
  url: string;
  /** Where mail is sent, `smtp://127.0.0.1:port`. */
  smtpUrl: string;
  /** The mails delivered to an address, newest first. */
  emailsTo(address: string): Email[];
  stop(): Promise<void>;
}

/**
 * Starts a mailbox on 127.0.0.1 that takes every mail and shows it: a page at `/`, JSON at `/messages?to=` and `/messages/{id}`.
 * @throws when a port is taken or the folder cannot be written
 */
export async function startMailbox(options: MailboxOptions): Promise<Mailbox> {
  const now = options.now ?? (() => new Date());
  const store = await EmailStore.open(options.dataDir, now);
  const smtp = await listenSmtp(options.smtpPort ?? 0, async (raw, envelope) =>
    store.put(await readEmail(raw, envelope, now())),
  );
  try {
    const pages = await serveLoopback(options.port ?? 0, async (request) => answer(store, now(), request));
    return {
      url: pages.url,
      smtpUrl: smtp.url,
      emailsTo: (address) => store.list(address),
      stop: async () => {
        await Promise.all([smtp.stop(), pages.stop()]);
      },
    };
  } catch (error) {
    await smtp.stop();
    throw error;
  }
}

function answer(store: EmailStore, now: Date, { method, url }: PageRequest): WireAnswer {
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, headers: { allow: 'GET, HEAD' }, body: '' };
  if (url.pathname === '/') return listPage(store.list(), now);
  if (url.pathname === stylesPath) return stylesAnswer(look + mailboxLook);
  if (url.pathname === '/messages') return json(200, store.list(url.searchParams.get('to') ?? undefined));
  const [, place, id, part] = /^\/(messages|post)\/([0-9a-f]{24})(\/html|\/anhang\/\d+)?$/.exec(url.pathname) ?? [];
  const mail = id ? store.get(id) : undefined;
  if (place === 'messages' && !part) return mail ? json(200, mail) : json(404, { error: 'no such message' });
  if (place !== 'post' || !mail) return missingPage();
  if (part?.startsWith('/anhang/')) return attachmentFile(mail, Number(part.slice('/anhang/'.length)));
  if (part) return emailHtml(mail);
  return emailPage(mail, url.searchParams.get('ansicht') === 'text' ? 'text' : 'html', now);
}

function json(status: number, value: unknown): PageAnswer {
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(value) };
}
