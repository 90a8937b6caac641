import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { deserialize, serialize } from 'node:v8';

/** Imported by processes of their own, too (see once-among-workers.test.ts): nothing but Node's modules in here. */
export interface Shared<T> {
  /** Where the workers of a run leave their results for each other. */
  folder: string;
  /** How long one waits for a worker that gives no sign of life: it was ended amid its turn, and another one does its work. */
  patienceMs: number;
  /** Which results are good for others, too; the rest is for those of this worker who wait for it. Without it all are. */
  isKept?: (result: T) => boolean;
}

const LOOK_AGAIN_MS = 50;

/** What this worker is at, or has found: results are read from the folder once. */
const known = new Map<string, Promise<unknown>>();

/** What `work` gives, done by one worker of a run for all of them. Where it fails, the next one who needs it tries it, too. */
export async function onceAmongWorkers<T>(name: string, work: () => Promise<T>, shared: Shared<T>): Promise<T> {
  const file = join(shared.folder, name);
  for (let earlier; (earlier = known.get(file) as Promise<T> | undefined);) {
    const found = await earlier.then(
      (result) => ({ result }),
      () => null,
    );
    if (found) return found.result;
  }
  const mine = findOrDo(file, work, shared).then(
    ({ result, isKept }) => {
      if (!isKept) known.delete(file);
      return result;
    },
    (error: unknown) => {
      known.delete(file);
      throw error;
    },
  );
  known.set(file, mine);
  return mine;
}

interface Found<T> {
  result: T;
  isKept: boolean;
}

async function findOrDo<T>(
  file: string,
  work: () => Promise<T>,
  { folder, patienceMs, isKept = () => true }: Shared<T>,
): Promise<Found<T>> {
  mkdirSync(dirname(file), { recursive: true });
  const turn = `${file}.turn`;
  for (; !take(turn); await pause(LOOK_AGAIN_MS)) {
    const found = read<T>(file);
    if (found) return found;
    if (isSilent(turn, patienceMs)) rmSync(turn, { force: true });
  }
  const signsOfLife = setInterval(() => touch(turn), patienceMs / 4).unref();
  try {
    // The worker that had the turn before may have left it.
    const found = read<T>(file);
    if (found) return found;
    const result = await work();
    if (!isKept(result)) return { result, isKept: false };
    // Whole or not at all: other workers read at the same time.
    const draft = join(folder, randomUUID());
    writeFileSync(draft, serialize(result));
    renameSync(draft, file);
    return { result, isKept: true };
  } finally {
    clearInterval(signsOfLife);
    rmSync(turn, { force: true });
  }
}

function read<T>(file: string): Found<T> | null {
  try {
    return { result: deserialize(readFileSync(file)) as T, isKept: true };
  } catch {
    return null;
  }
}

function take(turn: string): boolean {
  try {
    writeFileSync(turn, '', { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

function touch(turn: string): void {
  const now = new Date();
  try {
    utimesSync(turn, now, now);
  } catch {
    // Another one was out of patience.
  }
}

function isSilent(turn: string, patienceMs: number): boolean {
  try {
    return Date.now() - statSync(turn).mtimeMs > patienceMs;
  } catch {
    return false;
  }
}
