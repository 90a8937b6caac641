import { roomFor, type Entry, type EntryAction, type PhotoReason } from './entries';
import { isMeantAsPhoto, sortFiles } from './files';
import { sniffFile } from './inspection';
import type { QueueNeeds, Outcome } from './queue-state';

/** What of the line of photos the choosing of files works with. */
interface Line {
  entries(): readonly Entry[];
  act(what: EntryAction): void;
  toEntry(file: File, part?: Partial<Entry>): Entry;
  /** Checks one photo on the device; its name when it is refused. */
  inspect(entry: Entry): Promise<string | null>;
  upload(key: string): Promise<Outcome>;
  /** Until what the server has is known here. */
  rest(): Promise<void>;
  tellOutcomes(ways: readonly Promise<Outcome>[]): Promise<void>;
  needs: Pick<QueueNeeds, 'tellSorted' | 'tellDropped'>;
}

/**
 * Takes chosen files: each is checked on the device and goes up as soon as that is done. Those beyond the last place wait for one that
 * turns out free: a photo that is refused, by the device or by the server, or that is set aside takes none.
 */
export async function takeFiles(line: Line, files: readonly File[]): Promise<void> {
  const sorted = sortFiles(await Promise.all(files.map(sniffFile)), roomFor(line.entries()));
  const spare = [...sorted.surplus];
  line.needs.tellSorted({ ...sorted, surplus: [] });
  const refuse = (file: File, reason: PhotoReason) =>
    line.toEntry(file, { file: undefined, state: 'rejected', reason });
  const unusable = [
    ...sorted.invalid.filter(isMeantAsPhoto).map(({ file }) => refuse(file, 'unsupported_format')),
    ...sorted.large.map((file) => refuse(file, 'too_large')),
  ];
  if (unusable.length > 0) line.act({ type: 'added', entries: unusable });
  const refused: string[] = [];
  const goingUp: Promise<Outcome>[] = [];
  async function look(entry: Entry): Promise<void> {
    const name = await line.inspect(entry);
    if (name === null) return void goingUp.push(line.upload(entry.key));
    refused.push(name);
    await lookAtAll(spare.splice(0, Math.min(1, roomFor(line.entries()))));
  }
  async function lookAtAll(next: readonly File[]): Promise<void> {
    if (next.length === 0) return;
    const entries = next.map((file) => line.toEntry(file));
    line.act({ type: 'added', entries });
    await Promise.all(entries.map(look));
  }
  await lookAtAll(sorted.accepted);
  while (spare.length > 0) {
    await Promise.all(goingUp);
    await line.rest();
    const next = spare.splice(0, roomFor(line.entries()));
    if (next.length === 0) break;
    await lookAtAll(next);
  }
  if (spare.length > 0) line.needs.tellSorted({ accepted: [], invalid: [], large: [], surplus: spare });
  if (refused.length > 0) line.needs.tellDropped(refused);
  await line.tellOutcomes(goingUp);
}
