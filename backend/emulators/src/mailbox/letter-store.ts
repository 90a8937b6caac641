import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Letter } from './letter.js';

const longest = 30 * 86_400_000;
const most = 500;

/** Keeps mails as JSON files, one per mail: at most 500, none older than 30 days. */
export class LetterStore {
  private readonly letters = new Map<string, Letter>();
  private last: Promise<void> = Promise.resolve();

  private constructor(
    private readonly dataDir: string,
    private readonly now: () => Date,
  ) {}

  /** Opens the folder, reading what earlier runs kept; files that are no mails are left alone. */
  static async open(dataDir: string, now: () => Date): Promise<LetterStore> {
    await mkdir(dataDir, { recursive: true });
    const store = new LetterStore(dataDir, now);
    for (const name of await readdir(dataDir)) {
      if (!/^[0-9a-f]{24}\.json$/.test(name)) continue;
      const letter = parseLetter(await readFile(join(dataDir, name), 'utf8'));
      if (letter && `${letter.id}.json` === name) store.letters.set(letter.id, letter);
    }
    await store.forgetOld();
    return store;
  }

  /** Newest first; `to` keeps the mails delivered to that address. */
  list(to?: string): Letter[] {
    const wanted = to?.trim().toLowerCase();
    return [...this.letters.values()]
      .filter((one) => !this.isOld(one) && (!wanted || one.to.some((address) => address.toLowerCase() === wanted)))
      .sort((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0));
  }

  get(id: string): Letter | undefined {
    const letter = this.letters.get(id);
    return letter && !this.isOld(letter) ? letter : undefined;
  }

  /** Keeps a mail, in place of an earlier one with the same Message-ID. Resolves when it is on disk. */
  put(letter: Letter): Promise<void> {
    const done = this.last.then(async () => {
      const path = this.path(letter.id);
      await writeFile(`${path}.new`, JSON.stringify(letter, null, 2), { mode: 0o600 });
      await rename(`${path}.new`, path);
      this.letters.set(letter.id, letter);
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
        .map((letter) => letter.id),
    );
    for (const id of this.letters.keys()) {
      if (kept.has(id)) continue;
      this.letters.delete(id);
      await rm(this.path(id), { force: true });
    }
  }

  private isOld(letter: Letter): boolean {
    return Date.parse(letter.date) < this.now().getTime() - longest;
  }

  private path(id: string): string {
    return join(this.dataDir, `${id}.json`);
  }
}

function parseLetter(text: string): Letter | null {
  try {
    const value: unknown = JSON.parse(text);
    return isLetter(value) ? value : null;
  } catch {
    return null;
  }
}

function isLetter(value: unknown): value is Letter {
  if (typeof value !== 'object' || value === null) return false;
  const fields = value as Record<string, unknown>;
  const texts = ['id', 'messageId', 'from', 'subject', 'date', 'text', 'html'].every(
    (name) => typeof fields[name] === 'string',
  );
  return texts && Array.isArray(fields.to) && fields.to.every((one) => typeof one === 'string');
}
