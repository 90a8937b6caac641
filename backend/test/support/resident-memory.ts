import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Whether this system tells what memory processes use, without programs of its own. */
export const tellsMemory = existsSync('/proc/self/status');

const SAMPLE_MS = 15;

/** Most resident memory a process and each of its children came to, bytes; children that ended meanwhile included. */
export interface Peaks {
  self: number;
  children: number[];
}

/** Watches a process and its children until it is asked. */
export function watchMemory(pid: number): () => Peaks {
  const highest = new Map<number, number>();
  const look = () => {
    for (const each of [pid, ...childrenOf(pid)])
      highest.set(each, Math.max(highest.get(each) ?? 0, residentBytes(each)));
  };
  look();
  const timer = setInterval(look, SAMPLE_MS);
  return () => {
    clearInterval(timer);
    look();
    return {
      self: highest.get(pid)!,
      children: [...highest].filter(([each]) => each !== pid).map(([, bytes]) => bytes),
    };
  };
}

/** Zero for a process that is gone. */
export function residentBytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) * 1024;
}

/** A process names its children by thread: whichever started them. */
export function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      read(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
