import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Email } from './email.js';

const longest = 30 * 86_400_000;
const most = 500;

/** Keeps mails as JSON files, one per mail: at most 500, none older than 30 days. */
export class EmailStore {
  private readonly mails = new Map<string, Email>();
  private last: Promise<void> = Promise.resolve();

  private constructor(
    private readonly dataDir: string,
    private readonly now: () => Date,
  ) {}

  /** Opens the folder, reading what earlier runs kept; files that are no mails are left alone. */
  static async open(dataDir: string, now: () => Date): Promise<EmailStore> {
    await mkdir(dataDir, { recursive: true });
    const store = new EmailStore(dataDir, now);
    for (const name of await readdir(dataDir)) {
      if (!/^[0-9a-f]{24}\.json$/.test(name)) continue;
      const mail = parseEmail(await readFile(join(dataDir, name), 'utf8'));
      if (mail && `${mail.id}.json` === name) store.mails.set(mail.id, mail);
    }
    await store.forgetOld();
    return store;
  }

  /** Newest first; `to` keeps the mails delivered to that address. */
  list(to?: string): Email[] {
    const wanted = to?.trim().toLowerCase();
    return [...this.mails.values()]
      .filter((one) => !this.isOld(one) && (!wanted || one.to.some((address) => address.toLowerCase() === wanted)))
      .sort((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0));
  }

  get(id: string): Email | undefined {
    const mail = this.mails.get(id);
    return mail && !this.isOld(mail) ? mail : undefined;
  }

  /** Keeps a mail, in place of an earlier one with the same Message-ID. Resolves when it is on disk. */
  put(mail: Email): Promise<void> {
    const done = this.last.then(async () => {
      const path = this.path(mail.id);
      await writeFile(`${path}.new`, JSON.stringify(mail, null, 2), { mode: 0o600 });
      await rename(`${path}.new`, path);
      this.mails.set(mail.id, mail);
      await this.forgetOld();
    });
    // One writer at a time; a failed write is its sender's trouble, not the next one's.
    this.last = done.catch(() => undefined);
    return done;
  }

  private async forgetOld(): Promise<void> {
    const kept = new Set(
      this.list()
        .slice(0, most)
        .map((mail) => mail.id),
    );
    for (const id of this.mails.keys()) {
      if (kept.has(id)) continue;
      this.mails.delete(id);
      await rm(this.path(id), { force: true });
    }
  }

  private isOld(mail: Email): boolean {
    return Date.parse(mail.date) < this.now().getTime() - longest;
  }

  private path(id: string): string {
    return join(this.dataDir, `${id}.json`);
  }
}

function parseEmail(text: string): Email | null {
  try {
    const value: unknown = JSON.parse(text);
    // Mails of earlier versions have no list of attachments.
    return isEmail(value) ? { ...value, attachments: value.attachments ?? [] } : null;
  } catch {
    return null;
  }
}

function isEmail(value: unknown): value is Email {
  if (typeof value !== 'object' || value === null) return false;
  const fields = value as Record<string, unknown>;
  const texts = ['id', 'messageId', 'from', 'subject', 'date', 'text', 'html'].every(
    (name) => typeof fields[name] === 'string',
  );
  return texts && Array.isArray(fields.to) && fields.to.every((one) => typeof one === 'string');
}
