import { mkdirSync, readFileSync, renameSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { deserialize, serialize } from 'node:v8';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** What the workers of this run have made for each other. */
    madeDir: string;
  }
}

const LOOK_AGAIN_MS = 100;

/** What `make` gives, made by one worker for all of them: another one waits for it. */
export async function onceInARun<T>(name: string, make: () => Promise<T>): Promise<T> {
  const file = join(inject('madeDir'), name);
  for (;;) {
    const made = read(file);
    if (made) return deserialize(made) as T;
    if (isFirst(`${file}.turn`)) break;
    await sleep(LOOK_AGAIN_MS);
  }
  try {
    const made = await make();
    writeFileSync(`${file}.draft`, serialize(made));
    renameSync(`${file}.draft`, file);
    return made;
  } catch (error) {
    // The next one tries it, too.
    rmdirSync(`${file}.turn`);
    throw error;
  }
}

function read(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}

function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}
