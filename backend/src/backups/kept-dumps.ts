import type { ObjectStorage } from '../integrations/storage/index.js';
import { DAY } from '../platform/clock/index.js';

const DUMPS = 'database/';
const NAME = /^database\/(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z(\.unchecked)?\.dump\.age$/;

/** The key of a dump of this moment; the newest comes last. */
export const dumpKey = (now: Date, isChecked: boolean): string =>
  `${DUMPS}${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z${isChecked ? '' : '.unchecked'}.dump.age`;

/** When the dump of a key was made; null for what is none. */
function madeAt(key: string): Date | null {
  const [, day, hours, minutes, seconds] = NAME.exec(key) ?? [];
  return day ? new Date(`${day}T${hours}:${minutes}:${seconds}Z`) : null;
}

async function dumpsIn(target: ObjectStorage): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of target.list(DUMPS)) if (madeAt(key)) keys.push(key);
  return keys.toSorted();
}

/** Removes dumps that are older than was promised. */
export async function endOldDumps(target: ObjectStorage, now: Date, keptDays: number): Promise<void> {
  const before = now.getTime() - keptDays * DAY;
  await target.delete((await dumpsIn(target)).filter((key) => madeAt(key)!.getTime() <= before));
}

/** The newest dump that was restored and found right, or else the newest; null where there is none. */
export async function newestDump(target: ObjectStorage): Promise<string | null> {
  const keys = await dumpsIn(target);
  return keys.findLast((key) => !key.includes('.unchecked.')) ?? keys.at(-1) ?? null;
}
