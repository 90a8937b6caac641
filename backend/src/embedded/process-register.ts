import { readFileSync, rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { startTimeOf } from './programs.js';
import { replaceFile } from './kept-file.js';

interface Entry {
  readonly name: string;
  readonly pid: number;
  /** When the process was started, as the system says it: numbers are used again, pairs are not. */
  readonly startedAt: string;
  readonly stopSignal: NodeJS.Signals;
}

const patienceMs = 8_000;

/**
 * A list on disk of the processes of a data folder. After a kill -9 the next start reads it and lets them finish before it touches the data.
 */
export class ProcessRegister {
  private readonly entries = new Map<number, Entry>();

  constructor(private readonly file: string) {}

  add(name: string, pid: number, stopSignal: NodeJS.Signals): void {
    const startedAt = startTimeOf(pid);
    if (startedAt === undefined) return;
    this.entries.set(pid, { name, pid, startedAt, stopSignal });
    this.write();
  }

  remove(pid: number): void {
    if (this.entries.delete(pid)) this.write();
  }

  /** Sends every process its stop signal, without waiting: for a process that is about to end itself. */
  signalAll(): void {
    for (const entry of this.entries.values()) if (isAlive(entry)) signal(entry, entry.stopSignal);
  }

  /** Ends what an earlier, killed run left behind: by its stop signal first, by force after a few seconds. */
  async endLeftovers(): Promise<void> {
    const leftovers = this.read().filter(isAlive);
    for (const entry of leftovers) signal(entry, entry.stopSignal);
    const deadline = Date.now() + patienceMs;
    while (leftovers.some(isAlive) && Date.now() < deadline) await delay(50);
    for (const entry of leftovers.filter(isAlive)) signal(entry, 'SIGKILL');
    while (leftovers.some(isAlive)) await delay(20);
    rmSync(this.file, { force: true });
  }

  private read(): Entry[] {
    try {
      return JSON.parse(readFileSync(this.file, 'utf8')) as Entry[];
    } catch {
      return []; // none, or cut off in the middle of a write on a file system without atomic renames
    }
  }

  private write(): void {
    if (this.entries.size === 0) rmSync(this.file, { force: true });
    else replaceFile(this.file, JSON.stringify([...this.entries.values()]));
  }
}

function isAlive(entry: Entry): boolean {
  return startTimeOf(entry.pid) === entry.startedAt;
}

function signal(entry: Entry, name: NodeJS.Signals): void {
  try {
    process.kill(entry.pid, name);
  } catch {
    // ended in between
  }
}
