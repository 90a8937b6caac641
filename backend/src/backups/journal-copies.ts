import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ObjectStorage } from '../integrations/storage/index.js';
import { DAY } from '../platform/clock/index.js';
import { open, seal } from './sealed.js';

const JOURNAL = 'journal/';
const ENDING = '.age';
/** A month of deletions, which is only ever added to. */
const MONTH = /^deletions-(\d{4})-(\d{2})\.jsonl$/;

const isOver = (name: string, now: Date, keptDays: number): boolean => {
  const [, year, month] = MONTH.exec(name) ?? [];
  return year !== undefined && Date.UTC(Number(year), Number(month)) + keptDays * DAY <= now.getTime();
};

async function sizesOfCopies(storage: ObjectStorage): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for await (const key of storage.list(JOURNAL)) {
    const found = await storage.open(key);
    found?.stream.destroy();
    if (found) sizes.set(key.slice(JOURNAL.length, -ENDING.length), found.size);
  }
  return sizes;
}

/**
 * Brings the copies of the journal up to date, and removes months that are over. A copy is never replaced by a shorter one: that would be of a
 * folder that lost lines.
 * @returns names of months that are shorter here than their copy
 */
export async function copyJournal(
  folder: string,
  to: ObjectStorage,
  { recipient, now, keptDays }: { recipient: string; now: Date; keptDays: number },
): Promise<string[]> {
  const copies = await sizesOfCopies(to);
  const shorter: string[] = [];
  for (const name of (await readdir(folder).catch(() => [])).filter((one) => MONTH.test(one))) {
    const sealed = await seal(recipient, await readFile(join(folder, name)));
    const copied = copies.get(name) ?? 0;
    if (sealed.length < copied) shorter.push(name);
    else if (sealed.length > copied) await to.put(`${JOURNAL}${name}${ENDING}`, sealed, 'application/octet-stream');
  }
  const over = [...copies.keys()].filter((name) => isOver(name, now, keptDays));
  await to.delete(over.map((name) => `${JOURNAL}${name}${ENDING}`));
  return shorter;
}

/** Adds the lines of the copies that are not in the journal. */
export async function restoreJournal(from: ObjectStorage, folder: string, identity: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for await (const key of from.list(JOURNAL)) {
    const name = key.slice(JOURNAL.length, -ENDING.length);
    if (!MONTH.test(name)) continue;
    const copied = Buffer.from(await open(identity, await from.read(key))).toString();
    const here = await readFile(join(folder, name), 'utf8').catch(() => '');
    const lines = new Set([...copied.split('\n'), ...here.split('\n')].filter(Boolean));
    await writeFile(join(folder, name), [...lines, ''].join('\n'), { mode: 0o600 });
  }
}
