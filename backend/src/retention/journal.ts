import { mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { DataDeleted } from '../privacy/index.js';
import { CONFIG, type Config } from '../config/index.js';
import { DAY } from '../platform/clock/index.js';

const Line = DataDeleted.schema;
export type JournalLine = z.infer<typeof Line>;

/** So that a line is written whole, also where several workers write to one file. */
const IDS_PER_LINE = 50;
const FILE = /^deletions-(\d{4})-(\d{2})\.jsonl$/;

/** What was deleted, outside of the database: files that are only ever added to, one a month, one line per deletion. */
@Injectable()
export class Journal {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** On the disk when it returns. Written twice it says the same twice. */
  async append(line: JournalLine): Promise<void> {
    await mkdir(this.config.journalDir, { recursive: true, mode: 0o700 });
    const file = await open(join(this.config.journalDir, `deletions-${line.at.slice(0, 7)}.jsonl`), 'a', 0o600);
    try {
      for (let start = 0; start < line.ids.length; start += IDS_PER_LINE)
        await file.write(`${JSON.stringify({ ...line, ids: line.ids.slice(start, start + IDS_PER_LINE) })}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
  }

  /** Every line, oldest file first. One that was cut off is left out: its deletion is not said to be journaled, so it was written again. */
  async *lines(): AsyncIterable<JournalLine> {
    for (const name of await this.files()) {
      const text = await readFile(join(this.config.journalDir, name), 'utf8');
      for (const raw of text.split('\n')) {
        const line = Line.safeParse(parse(raw));
        if (line.success) yield line.data;
      }
    }
  }

  /** Removes the months of which every day is so old that no backup from before it is kept. @returns how many went */
  async removeOld(now: Date): Promise<number> {
    const old = (await this.files()).filter((name) => endOf(name) + this.config.journalDays * DAY <= now.getTime());
    for (const name of old) await rm(join(this.config.journalDir, name), { force: true });
    return old.length;
  }

  /** Oldest first. */
  private async files(): Promise<string[]> {
    const names = await readdir(this.config.journalDir).catch(() => []);
    return names.filter((name) => FILE.test(name)).toSorted();
  }
}

/** When the month of a file is over. */
function endOf(name: string): number {
  const [, year, month] = FILE.exec(name)!;
  return Date.UTC(Number(year), Number(month));
}

function parse(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return null;
  }
}
