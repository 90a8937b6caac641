import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { execFileSync, spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';

/** Absolute path of a program on PATH, or undefined. */
export function findProgram(name: string, searchPath = process.env.PATH ?? ''): string | undefined {
  for (const folder of searchPath.split(delimiter)) {
    if (folder === '') continue;
    const candidate = join(folder, name);
    try {
      accessSync(candidate, constants.X_OK);
      return candidate;
    } catch {
      // not here; the next folder may have it
    }
  }
  return undefined;
}

/** Whether a program runs and ends with 0; output is discarded. */
export function succeeds(command: string, args: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore', timeout: 10_000 }).status === 0;
}

const hasProc = existsSync('/proc/self/stat');

/** The command line of a live process, or undefined once it is gone (a zombie counts as gone). */
export function commandLineOf(pid: number): string | undefined {
  if (!hasProc) return askPs(pid, 'command=');
  try {
    const text = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return text === '' ? undefined : text;
  } catch {
    return undefined;
  }
}

/** When a live process was started, in the system's own words; with the number it names one process for good. */
export function startTimeOf(pid: number): string | undefined {
  return hasProc ? statOf(pid)?.startedAt : askPs(pid, 'lstart=');
}

/** The number of the process that started `pid`, or undefined when `pid` is gone. */
export function parentOf(pid: number): number | undefined {
  const text = hasProc ? statOf(pid)?.parent : askPs(pid, 'ppid=');
  return text === undefined ? undefined : Number(text);
}

/** proc(5): the name in parentheses may hold anything; after it come state, parent, …, and as 20th the start in clock ticks since boot. */
function statOf(pid: number): { parent: string; startedAt: string } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : { parent: fields[1]!, startedAt: fields[19]! };
  } catch {
    return undefined;
  }
}

function askPs(pid: number, what: string): string | undefined {
  try {
    const text = execFileSync('ps', ['-o', what, '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
    return text === '' ? undefined : text;
  } catch {
    return undefined;
  }
}
